import Picture from '~icons/game-icons/dinosaur-rex';
import Small from '~icons/game-icons/gears';
import type { Emblem } from '../contract';

export default { icon: Picture, beside: [Small], tone: 'brass', counts: ['trophy', 'trophies'] } satisfies Emblem;
