/**
 * A small game of our own for boardgame.io's server, for comparison with Dolphins and Dinos: everybody secretly chooses
 * a card of the own hand, all choices are shown at once and go into the museums, and the hands pass to the left.
 */
const { ActivePlayers, INVALID_MOVE } = require('boardgame.io/core');

const HAND = 9;
const ROUNDS = 3;
const KINDS = ['Triceratops', 'Stegosaurus', 'Diplodocus', 'Tyrannosaurus', 'Pterodactyl', 'Dolphin'];

function card(number) {
  return { id: `C${number}`, kind: KINDS[number % KINDS.length], points: 1 + (number % 5), hall: number % 9 };
}

function deal(G, ctx, random) {
  const deck = random.Shuffle(Array.from({ length: HAND * ctx.numPlayers }, (_, number) => card(number)));
  G.hands = Array.from({ length: ctx.numPlayers }, (_, seat) => deck.slice(seat * HAND, (seat + 1) * HAND));
}

function reveal(G, ctx, random) {
  G.chosen.forEach((at, seat) => G.museums[seat].push(...G.hands[seat].splice(at, 1)));
  G.chosen.fill(null);
  G.scores = G.museums.map((museum) => museum.reduce((sum, one) => sum + one.points, 0));
  G.hands.unshift(G.hands.pop());
  if (G.hands[0].length) return;
  G.round += 1;
  if (G.round <= ROUNDS) deal(G, ctx, random);
}

exports.Draft = {
  name: 'draft',
  setup: ({ ctx, random }) => {
    const empty = (value) => Array.from({ length: ctx.numPlayers }, value);
    const G = { round: 1, chosen: empty(() => null), museums: empty(() => []), scores: empty(() => 0), hands: [] };
    deal(G, ctx, random);
    return G;
  },
  turn: { activePlayers: ActivePlayers.ALL },
  moves: {
    choose: {
      client: false,
      move: ({ G, ctx, random, playerID }, at) => {
        const seat = Number(playerID);
        if (G.chosen[seat] !== null || !G.hands[seat][at]) return INVALID_MOVE;
        G.chosen[seat] = at;
        if (G.chosen.every((one) => one !== null)) reveal(G, ctx, random);
      },
    },
  },
  endIf: ({ G }) => (G.round > ROUNDS ? { scores: G.scores } : undefined),
  playerView: ({ G, playerID }) => ({
    ...G,
    hands: G.hands.map((hand, seat) => (String(seat) === playerID ? hand : hand.length)),
    chosen: G.chosen.map((at, seat) => (String(seat) === playerID ? at : at !== null)),
  }),
};
