import Picture from '~icons/game-icons/trilobite';
import Small from '~icons/game-icons/ammonite-fossil';
import type { Emblem } from '../contract';

export default { icon: Picture, beside: [Small], tone: 'plum', counts: ['card', 'cards'] } satisfies Emblem;
