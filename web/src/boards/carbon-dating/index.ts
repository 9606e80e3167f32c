import type { BoardModule } from '../contract';
import Board from './Board.svelte';
import Reviews from './Reviews.svelte';

export default {
  board: Board,
  breakdown: Reviews,
  keys: [
    ['1', 'pick the first drawn card'],
    ['2', 'pick the second drawn card'],
    ['3', 'pick the Pterodactyl'],
    ['4', 'pick the Tyrannosaurus'],
    ['l', 'seat the picked card at the left end'],
    ['r', 'seat the picked card at the right end'],
    ['e', 'end the round, or swap nobody'],
  ],
} satisfies BoardModule;
