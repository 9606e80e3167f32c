import Picture from '~icons/game-icons/dolphin';
import Small from '~icons/game-icons/velociraptor';
import type { Emblem } from '../contract';

export default { icon: Picture, beside: [Small], tone: 'sea', counts: ['point', 'points'] } satisfies Emblem;
