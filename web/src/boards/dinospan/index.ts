import type { BoardModule } from '../contract';
import Board from './Board.svelte';
import Breakdown from './Breakdown.svelte';

export default {
  board: Board,
  breakdown: Breakdown,
  brief: ['analyze_began', 'publish_began', 'marker_moved', 'ability_began'],
  listsPlaces: true,
  listsSeats: true,
  keys: [
    ['1 – 9', 'press the first to ninth thing that the question is about'],
    ['L', 'analyze Laurasia'],
    ['G', 'analyze Gondwana'],
    ['I', 'read the card under the pointer or focus'],
    ['Backspace', 'put the choice back'],
  ],
} satisfies BoardModule;
