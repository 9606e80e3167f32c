/** A sign for every card that is no dino, and its colour. */
import Winch from '~icons/game-icons/pulley-hook';
import Drop from '~icons/game-icons/cargo-crate';
import Crane from '~icons/game-icons/cargo-crane';
import Shift from '~icons/game-icons/card-exchange';
import Drone from '~icons/game-icons/delivery-drone';
import Dodge from '~icons/game-icons/dodging';
import Net from '~icons/game-icons/fishing-net';
import Bolt from '~icons/game-icons/focused-lightning';
import Plate from '~icons/game-icons/metal-plate';
import Missile from '~icons/game-icons/missile-pod';
import Overdrive from '~icons/game-icons/overdrive';
import Parachute from '~icons/game-icons/parachute';
import Poison from '~icons/game-icons/poison-bottle';
import Radar from '~icons/game-icons/radar-sweep';
import Tower from '~icons/game-icons/radio-tower';
import Rally from '~icons/game-icons/rally-the-troops';
import Recycle from '~icons/game-icons/recycle';
import Repair from '~icons/game-icons/auto-repair';
import Shield from '~icons/game-icons/shield';
import Smoke from '~icons/game-icons/smoke-bomb';
import Acid from '~icons/game-icons/acid-blob';
import Spray from '~icons/game-icons/spray';
import Sword from '~icons/game-icons/crossed-swords';
import Syringe from '~icons/game-icons/syringe';
import Laser from '~icons/game-icons/target-laser';
import Plan from '~icons/game-icons/treasure-map';
import Wound from '~icons/game-icons/bleeding-wound';
import type { Component } from 'svelte';

export const SIGNS: Record<string, Component> = {
  A: Sword,
  E: Dodge,
  D: Shield,
  W: Wound,
  P: Poison,
  Z: Bolt,
  rapid_deployment: Parachute,
  overclock: Overdrive,
  supply_drop: Drop,
  field_repair: Repair,
  battle_plan: Plan,
  war_footing: Rally,
  scrap_run: Recycle,
  target_lock: Laser,
  toxic_spill: Acid,
  signal_jammer: Tower,
  tactical_shift: Shift,
  salvage_crew: Crane,
  missile_pod: Missile,
  repair_drone: Drone,
  smoke_canister: Smoke,
  reactive_plating: Plate,
  stim_injector: Syringe,
  toxin_sprayer: Spray,
  shock_net: Net,
  scanner_array: Radar,
  cargo_winch: Winch,
};

/** The colours of the encyclopedia's groups. */
export const GROUP_TONES: Record<string, string> = {
  Strategies: 'sea',
  Items: 'brass',
  'Combat cards': 'moss',
  'Status cards': 'clay',
};
