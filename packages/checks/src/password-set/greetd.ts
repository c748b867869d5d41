import { say } from '@vestibule/contracts';
import type { Outcome, SystemPort } from '../system-port.ts';
import type { Finding } from './display-managers.ts';
import { keyFileEntries, lastValue } from './key-file.ts';
import { readIfThere } from '../linux/if-there.ts';

export const GREETD_FILES: readonly string[] = ['/etc/greetd/greetd.conf', '/etc/greetd/config.toml'];

/** Below it are the accounts of programs; greetd's own greeter is one. */
const FIRST_PERSON = 1000;

const ROOT = 'root';
/** Programs that ask; one of them may stand behind the program that gives it a screen. */
const GREETERS =
  /(?:^|[\s/"'])(?:agreety|tuigreet|gtkgreet|regreet|wlgreet|qtgreet|d?dlm|cosmic-greeter|nwg-hello)(?:$|[\s"'])/;

/**
 * greetd starts a session of its own first (`initial_session`), or one in place of its greeter: it is the person's own when
 * the user it runs as is a person.
 */
export async function lookAtGreetd(system: SystemPort): Promise<Finding> {
  for (const path of GREETD_FILES) {
    const file = await readIfThere(system, path);
    if (!file.ok) return file;
    if (file.value === null) continue;
    if (/^\s*\[initial_session\]/m.test(file.value)) return { ok: true, value: path };
    const user = unquote(lastValue(keyFileEntries(file.value), 'default_session', 'user') ?? 'greeter');
    if (user === null)
      return {
        ok: false,
        reason: 'unexpected-output',
        detail: say('This file may sign people in without a password: {path}', { path }),
      };
    const isOwn = await isPerson(system, user);
    if (!isOwn.ok) return isOwn;
    const command = lastValue(keyFileEntries(file.value), 'default_session', 'command') ?? '';
    if (user === ROOT && !GREETERS.test(command)) {
      return {
        ok: false,
        reason: 'unexpected-output',
        detail: say('This file may sign people in without a password: {path}', { path }),
      };
    }
    if (isOwn.value) return { ok: true, value: path };
  }
  return { ok: true, value: null };
}

function unquote(text: string): string | null {
  const name = /^"([^"\\]*)"$|^'([^'\\]*)'$|^([\w.@-]+)$/.exec(text);
  return name?.[1] ?? name?.[2] ?? name?.[3] ?? null;
}

async function isPerson(system: SystemPort, user: string): Promise<Outcome<boolean>> {
  if (user === system.user.name) return { ok: true, value: true };
  const accounts = await readIfThere(system, '/etc/passwd');
  if (!accounts.ok) return accounts;
  const id = (accounts.value ?? '')
    .split('\n')
    .map((line) => line.split(':'))
    .find(([name]) => name === user)?.[2];
  // Whom the list does not have is a directory's, and no program's.
  return { ok: true, value: id === undefined ? user !== 'greeter' : !(Number(id) < FIRST_PERSON) };
}
