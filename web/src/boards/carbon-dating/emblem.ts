import Picture from '~icons/game-icons/parasaurolophus';
import Small from '~icons/game-icons/hearts';
import type { Emblem } from '../contract';

export default { icon: Picture, beside: [Small], tone: 'clay', counts: ['bad review', 'bad reviews'] } satisfies Emblem;
