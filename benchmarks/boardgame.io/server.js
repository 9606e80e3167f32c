/** boardgame.io's own server with our small game: `node server.js [folder]` keeps matches in memory, or in the folder. */
const { Server, FlatFile } = require('boardgame.io/server');
const { Draft } = require('./draft');

const folder = process.argv[2];
const db = folder ? new FlatFile({ dir: folder }) : undefined;
const server = Server({ games: [Draft], origins: ['*'], ...(db ? { db } : {}) });
server.run({ port: 0, callback: () => {} }).then(({ appServer }) => {
  console.log(`at http://127.0.0.1:${appServer.address().port}`);
});
