import type { Album } from '../contract';
import AlbumPicture from './AlbumPicture.svelte';

export default {
  lead: 'Every card of the game: machines and the animals they are built after, strategies, items, and what all decks share.',
  picture: AlbumPicture,
  filters: ['Type'],
} satisfies Album;
