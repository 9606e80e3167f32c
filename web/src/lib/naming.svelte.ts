/** A name is asked for once, when somebody first sits down, and kept. */
import { settings } from './settings.svelte';

class Naming {
  isAsking = $state(false);
  #told: (goesOn: boolean) => void = () => {};

  ask(): Promise<boolean> {
    this.isAsking = true;
    return new Promise((resolve) => (this.#told = resolve));
  }

  answer(goesOn: boolean): void {
    if (goesOn) settings.named = true;
    this.isAsking = false;
    this.#told(goesOn);
  }
}

export const naming = new Naming();

/** Has this person a name, or does without? Asks if nobody asked yet; false for somebody who turns away. */
export function hasName(): Promise<boolean> {
  return settings.named ? Promise.resolve(true) : naming.ask();
}
