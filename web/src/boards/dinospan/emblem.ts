import Picture from '~icons/game-icons/diplodocus';
import Small from '~icons/game-icons/dinosaur-egg';
import type { Emblem } from '../contract';

export default { icon: Picture, beside: [Small], tone: 'moss', counts: ['point', 'points'] } satisfies Emblem;
