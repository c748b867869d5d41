import type { Text } from '@vestibule/texts';

/** The systems that Workplace runs on. */
export type SetUpSystem = 'windows' | 'macos' | 'linux';

/** A sentence in the words of each system. */
export type SystemTexts = { readonly [system in SetUpSystem]: Text };
