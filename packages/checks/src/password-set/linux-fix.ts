import { say } from '@vestibule/contracts';
import * as z from 'zod/mini';
import type { CheckFix } from '../definition.ts';
import { replaceFile, undoOf } from '../linux/backup.ts';
import { parseBoolean, parseIni, setIniValues } from '../linux/ini-file.ts';
import type { Outcome, SystemPort } from '../system-port.ts';
import { findAutomaticSignIn } from './automatic-sign-in.ts';
import { GDM_FILES } from './display-managers.ts';

const SDDM_FILE = '/etc/sddm.conf';
const LIGHTDM_FILE = '/etc/lightdm/lightdm.conf';

interface Change {
  readonly path: string;
  readonly content: string;
}

/** Ends a sign-in without a question, in the file that says so. A password is the person's own to choose. */
export const linuxAutomaticSignInFix: CheckFix = {
  type: 'PasswordSet',
  operatingSystem: 'linux',
  needsElevation: true,
  parameters: z.object({}),
  apply: async (system) => {
    const found = await findAutomaticSignIn(system);
    if (!found.ok) return found;
    if (found.value === null) return { ok: false, reason: 'not-supported', detail: say('No file signs anybody in.') };
    const change = await changeOf(system, found.value);
    if (!change.ok) return change;
    const replaced = await replaceFile(system, change.value.path, change.value.content);
    return replaced.ok ? { ok: true, value: { undo: undoOf(replaced.value) } } : replaced;
  },
};

async function changeOf(system: SystemPort, path: string): Promise<Outcome<Change>> {
  if (GDM_FILES.includes(path)) return edit(system, path, withoutGdm);
  // Read after all others, and in no folder: SDDM reads every file of its folders, a backup as well.
  if (/\/sddm\.conf(\.d\/|$)/.test(path)) {
    return edit(system, SDDM_FILE, (text) => setIniValues(text, 'Autologin', { User: '' }));
  }
  // Files of packages stay as they are: the administrator's own is read after them.
  if (/\/lightdm\.conf(\.d\/|$)/.test(path)) {
    return edit(system, path.startsWith('/etc/') ? path : LIGHTDM_FILE, withoutLightdm);
  }
  return { ok: false, reason: 'not-supported', detail: say('This is changed by hand: {path}', { path }) };
}

async function edit(system: SystemPort, path: string, change: (text: string) => string): Promise<Outcome<Change>> {
  const file = await system.readFile(path);
  if (!file.ok && file.reason !== 'missing') return file;
  return { ok: true, value: { path, content: change(file.ok ? file.value : '') } };
}

function withoutGdm(text: string): string {
  const daemon = parseIni(text).groups.get('daemon');
  const isOn = (key: string) => parseBoolean(daemon?.get(key.toLowerCase())?.value ?? 'false') !== false;
  const keys = ['AutomaticLoginEnable', 'TimedLoginEnable'].filter(isOn);
  return setIniValues(text, 'daemon', Object.fromEntries(keys.map((key) => [key, 'false'])));
}

function withoutLightdm(text: string): string {
  const seats = [...parseIni(text).groups].filter(
    ([name, values]) =>
      name.startsWith('seat') && (values.get('autologin-user')?.value || values.get('autologin-guest')?.value),
  );
  const groups = seats.length > 0 ? seats.map(([name]) => name) : ['Seat:*'];
  const nobody = { 'autologin-user': '', 'autologin-guest': 'false' };
  return groups.reduce((changed, group) => setIniValues(changed, group, nobody), text);
}
