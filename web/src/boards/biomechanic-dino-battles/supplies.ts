/** Supplies worth playing: six dinos and ten stacks that go together. The Starter Setup is the rulebook's, the others ours. */
export interface Supply {
  /** What the option `setup` is for it. */
  setup: 'starter' | 'chosen';
  name: string;
  about: string;
  dinos: string[];
  stacks: string[];
}

const words = (text: string) => text.split(' ');

export const SUPPLIES: Supply[] = [
  {
    setup: 'starter',
    name: 'Starter Setup',
    about: 'One dino of every manner and the plainest cards. Best for a first game.',
    dinos: words('raptor dilopho rex stego pterano bronto'),
    stacks: words(
      'rapid_deployment overclock supply_drop field_repair battle_plan scrap_run signal_jammer missile_pod reactive_plating stim_injector',
    ),
  },
  {
    setup: 'chosen',
    name: 'Hit and run',
    about: 'Light dinos that retreat for nothing, Evade cards, and smoke: strike, swap, strike again.',
    dinos: words('compy raptor spino dilopho pterano quetzal'),
    stacks: words(
      'overclock supply_drop battle_plan target_lock tactical_shift salvage_crew missile_pod smoke_canister stim_injector cargo_winch',
    ),
  },
  {
    setup: 'chosen',
    name: 'Siege',
    about: 'Plates, spikes and giants that repair each other. Every hit has to be prepared.',
    dinos: words('rex stego ankylo dozer bronto iguano'),
    stacks: words(
      'rapid_deployment field_repair battle_plan war_footing scrap_run signal_jammer repair_drone reactive_plating stim_injector scanner_array',
    ),
  },
  {
    setup: 'chosen',
    name: 'Venom and volts',
    about: 'Poison and Paralyze from all sides, and the machines that do not mind them.',
    dinos: words('pachy dilopho ankylo pterano parasaur iguano'),
    stacks: words(
      'overclock field_repair battle_plan scrap_run toxic_spill tactical_shift repair_drone toxin_sprayer shock_net scanner_array',
    ),
  },
];

/** Is it one of those above, in whatever order? */
export function knownSupply(dinos: string[], stacks: string[]): Supply | undefined {
  const same = (one: string[], other: string[]) =>
    one.length === other.length && one.every((name) => other.includes(name));
  return SUPPLIES.find((one) => same(one.dinos, dinos) && same(one.stacks, stacks));
}

/** What a choice still needs, in words; null if it is complete. */
export function missingText(count: number, wanted: number, what: string): string | null {
  if (count === wanted) return null;
  if (count === 0) return `None chosen: the ${wanted} ${what} of the Starter Setup will be used.`;
  if (count > wanted) return `${count - wanted} too many: the game has ${wanted} ${what}. Take ${count - wanted} out.`;
  return `Too few: choose ${wanted - count} more, the game has ${wanted} ${what}.`;
}
