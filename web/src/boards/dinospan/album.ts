import type { Album } from '../../lib/boards';
import AlbumPicture from './AlbumPicture.svelte';

export default {
  picture: AlbumPicture,
  filters: ['Order', 'Family', 'Land', 'Continent', 'Size', 'Diet', 'Teeth'],
  branches: ['Order', 'Family'],
} satisfies Album;
