/** The address under which other devices find this server. */
import { api } from './api';

/** Can only this computer open such an address? */
export function isLoopback(host: string): boolean {
  return /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(host);
}

class Reach {
  /** Where others find the server; the first is used unless another one is picked. */
  origins = $state.raw<string[]>([location.origin]);
  origin = $state(location.origin);
  /** Does the server listen to its own computer alone? */
  isClosed = $state(false);
  /** Is this the person at the server's own computer, for whom the workshop is? */
  hasWorkshop = $state(false);
  /** Is it known how others come here? */
  isKnown = $state(!isLoopback(location.hostname));

  /** Whoever came by an address of the network gives others the same one; on its own computer the server knows better. */
  async ask(): Promise<void> {
    if (this.isKnown) return;
    try {
      const found = await api.reach();
      this.hasWorkshop = found.has_workshop;
      this.isClosed = found.is_asked_here && !found.addresses.length;
      if (found.addresses.length) this.origins = found.addresses;
      this.origin = this.origins[0]!;
    } catch {
      // The address of this page still works on this computer.
    }
    this.isKnown = true;
  }
}

export const reach = new Reach();
