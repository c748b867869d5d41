import { say } from '@vestibule/contracts';
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
import { type DisplayManager, findIdleDisplayManagers, findOtherSettings } from './other-display-manager.ts';
import { SIMPLE_LOOKS, SIMPLE_PLACES } from './simple-display-managers.ts';
import { lookAtStartWords } from './start-words.ts';

/** Files that can sign someone in, for `watch`. */
export const AUTOMATIC_SIGN_IN_PLACES: readonly string[] = [
  ...DISPLAY_MANAGER_PLACES,
  ...GREETD_FILES,
  ...SIMPLE_PLACES,
];

interface Look {
  /** Null for what needs no display manager. */
  readonly of: DisplayManager | null;
  readonly at: (system: SystemPort) => Promise<Finding>;
}

const LOOKS: readonly Look[] = [
  { of: 'gdm', at: lookAtGdm },
  { of: 'sddm', at: lookAtSddm },
  { of: 'plasmalogin', at: lookAtPlasmaLogin },
  { of: 'lightdm', at: (system) => lookAtLightdm(system) },
  { of: 'lxdm', at: lookAtLxdm },
  { of: 'ly', at: lookAtLy },
  { of: 'greetd', at: lookAtGreetd },
  ...SIMPLE_LOOKS,
  { of: null, at: lookAtConsoles },
  { of: null, at: lookAtStartWords },
  { of: null, at: lookAtOtherSettings },
];

/**
 * Looks through every display manager's files, and through the text consoles, for a sign-in without a question.
 * @returns the file that says so; null when none does; a failure when one of them cannot be read
 */
export async function findAutomaticSignIn(system: SystemPort): Promise<Finding> {
  const all = await Promise.all(LOOKS.map(async (look) => ({ of: look.of, answer: await look.at(system) })));
  const telling = all.filter(({ answer }) => !answer.ok || answer.value !== null);
  // Only then is it worth the question which of them run.
  const idle = telling.some(({ of }) => of !== null) ? await findIdleDisplayManagers(system) : [];
  const answers = telling.filter(({ of }) => of === null || !idle.includes(of)).map(({ answer }) => answer);
  // What one says is not undone by another that cannot be read.
  const found = answers.find((answer) => answer.ok);
  return found ?? answers[0] ?? { ok: true, value: null };
}

/** A file that a unit names in place of the usual one: of LightDM it is known what it says. */
export async function lookAtOtherSettings(system: SystemPort): Promise<Finding> {
  const other = await findOtherSettings(system);
  if (other === null) return { ok: true, value: null };
  if (other.of === 'lightdm') return lookAtLightdm(system, [other.path]);
  return {
    ok: false,
    reason: 'unexpected-output',
    detail: say('This file may sign people in without a password: {path}', { path: other.path }),
  };
}
