import type { SetUpPart } from '../contract';
import SupplyPicker from './SupplyPicker.svelte';

export default { options: ['setup', 'dinos', 'stacks'], part: SupplyPicker } satisfies SetUpPart;
