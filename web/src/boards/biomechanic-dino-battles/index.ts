import type { BoardModule } from '../contract';
import Board from './Board.svelte';
import Course from './Course.svelte';

export default {
  board: Board,
  breakdown: Course,
  listsSeats: true,
  keys: [
    ['1 – 9', 'pick a card of your hand'],
    ['q, w', 'choose the first or second attack of your active dino'],
    ['r', 'retreat'],
    ['a, s, d, f', 'your active dino or the first, second, third of your bench, where one is asked for'],
    ['Backspace', 'put back what is picked'],
  ],
} satisfies BoardModule;
