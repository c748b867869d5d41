import type { Text } from '@vestibule/texts';

/** The systems that Workplace runs on. */
export type SetUpSystem = 'windows' | 'macos' | 'linux';

/** A sentence in the words of each system. */
export type SystemTexts = { readonly [system in SetUpSystem]: Text };

/** A system that none of the instructions is for is told what most are. */
export function systemOf(system: string): SetUpSystem {
  return system === 'macos' || system === 'linux' ? system : 'windows';
}
