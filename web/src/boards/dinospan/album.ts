import type { Album } from '../contract';
import AlbumPicture from './AlbumPicture.svelte';

export default {
  picture: AlbumPicture,
  filters: ['Order', 'Family', 'Land', 'Continent', 'Size', 'Diet', 'Teeth'],
  branches: ['Order', 'Family'],
} satisfies Album;
