import type { BoardModule } from '../contract';
import Board from './Board.svelte';
import Breakdown from './Breakdown.svelte';

export default {
  board: Board,
  breakdown: Breakdown,
  listsSeats: true,
  keys: [
    ['1 – 6', 'pick a card on offer'],
    ['0', 'pick a corridor'],
    ['Q W E · A S D · Z X C', 'choose a square, as they lie on the keyboard; once more to seal'],
    ['Backspace', 'put the choice back'],
    ['W, A, L, N', 'draw water, ancient, life or no feature'],
  ],
} satisfies BoardModule;
