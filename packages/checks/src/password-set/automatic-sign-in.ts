import type { SystemPort } from '../system-port.ts';
import { lookAtConsoles } from './consoles.ts';
import {
  DISPLAY_MANAGER_PLACES,
  type Finding,
  lookAtGdm,
  lookAtLightdm,
  lookAtLxdm,
  lookAtLy,
  lookAtPlasmaLogin,
  lookAtSddm,
} from './display-managers.ts';
import { GREETD_FILES, lookAtGreetd } from './greetd.ts';
import { lookAtSimpleFiles, SIMPLE_PLACES } from './simple-display-managers.ts';

/** Files that can sign someone in, for `watch`. */
export const AUTOMATIC_SIGN_IN_PLACES: readonly string[] = [
  ...DISPLAY_MANAGER_PLACES,
  ...GREETD_FILES,
  ...SIMPLE_PLACES,
];

const LOOKS = [
  lookAtGdm,
  lookAtSddm,
  lookAtPlasmaLogin,
  lookAtLightdm,
  lookAtLxdm,
  lookAtLy,
  lookAtGreetd,
  lookAtSimpleFiles,
  lookAtConsoles,
];

/**
 * Looks through every display manager's files, and through the text consoles, for a sign-in without a question.
 * @returns the file that says so; null when none does; a failure when one of them cannot be read
 */
export async function findAutomaticSignIn(system: SystemPort): Promise<Finding> {
  const answers = await Promise.all(LOOKS.map((look) => look(system)));
  // What one says is not undone by another that cannot be read.
  const found = answers.find((answer) => answer.ok && answer.value !== null);
  return found ?? answers.find((answer) => !answer.ok) ?? { ok: true, value: null };
}
