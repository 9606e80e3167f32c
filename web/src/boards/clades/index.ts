import type { BoardModule } from '../contract';
import Board from './Board.svelte';
import Breakdown from './Breakdown.svelte';

export default {
  board: Board,
  breakdown: Breakdown,
  listsSeats: true,
  keys: [
    ['Q to M', 'pick the shared card with this letter; the third card calls'],
    ['1 2 3', 'pick your own personal card'],
    ['4 to 9', "pick another's open card"],
    ['0 or Space', 'say that you see no triple'],
    ['Escape', 'put down the picked cards'],
    ['Backspace', 'put down the last one'],
  ],
} satisfies BoardModule;
