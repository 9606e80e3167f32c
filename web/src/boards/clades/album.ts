import type { Album } from '../../lib/boards';
import AlbumPicture from './AlbumPicture.svelte';

export default { picture: AlbumPicture, filters: ['Clade', 'Environment', 'Set'] } satisfies Album;
