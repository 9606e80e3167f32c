import type { Album } from '../contract';
import AlbumPicture from './AlbumPicture.svelte';

export default { picture: AlbumPicture, filters: ['Clade', 'Environment', 'Set'] } satisfies Album;
