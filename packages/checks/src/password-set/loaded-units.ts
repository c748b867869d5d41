import { isScratch, showLoadedUnits } from '../linux/systemd.ts';
import type { SystemPort } from '../system-port.ts';
import { commandsSignIn } from './console-commands.ts';

const PROPERTIES = [
  'Names',
  'LoadState',
  'NeedDaemonReload',
  'FragmentPath',
  'DropInPaths',
  'ExecStart',
  'User',
  'PAMName',
  'TTYPath',
  'StandardInput',
  'Environment',
];
/** An instance that no one has: it is what its template says, with what is added to that. */
const INSTANCE = 'vestibule';
/** Words that may sign someone in. systemd tells them without the quotation marks that bound them. */
const MAY_SIGN_IN = /^(?:-[A-Za-z0-9]*[af]|--(?:auto|login-o))/;
const IS_FORCED = /(?:^|\s)"?SYSTEMD_SULOGIN_FORCE=/;

/**
 * Whether a unit signs someone in, by all of its files as systemd has put them together.
 * @param file which has to be one of them: systemd does not say that one came that it has not read. Null: no file of it
 * @returns null where that cannot be told: then each file speaks for itself
 */
export async function signsInAsLoaded(system: SystemPort, unit: string, file: string | null): Promise<boolean | null> {
  if (isScratch(system) || !/^[\w@.:-]+$/.test(unit)) return null;
  const asked = unit.replace('@.', `@${INSTANCE}.`);
  const shown = await showLoadedUnits(system, [asked], PROPERTIES);
  const loaded = shown.ok ? shown.value.get(asked) : undefined;
  // Files that changed since are what the next start takes.
  if (loaded?.['LoadState'] !== 'loaded' || loaded['NeedDaemonReload'] !== 'no') return null;
  if (file !== null && !filesOf(loaded).includes(withoutUsr(file))) return null;
  const commands = [...(loaded['ExecStart'] ?? '').matchAll(/argv\[\]=(.*?) ; ignore_errors=/g)].map(
    ([, words = '']) => words,
  );
  if (commands.length === 0) return null;
  if (IS_FORCED.test(loaded['Environment'] ?? '')) return null;
  const input = loaded['StandardInput'] ?? '';
  // Which file it is, systemd does not say here.
  if (input === 'file') return null;
  const isTypedTo = input.startsWith('tty');
  const signsIn = commandsSignIn(commands, {
    isOnConsole: (loaded['TTYPath'] ?? '') !== '' || isTypedTo,
    ...{ isTypedTo, hasSession: Boolean(loaded['User'] && loaded['PAMName']) },
  });
  if (signsIn === true) return true;
  if (commands.some((command) => command.split(' ').some((word) => MAY_SIGN_IN.test(word)))) return null;
  return signsIn;
}

function filesOf({ FragmentPath = '', DropInPaths = '' }: Readonly<Record<string, string>>): readonly string[] {
  return [FragmentPath, ...DropInPaths.split(' ')].map(withoutUsr);
}

/** Both name one folder by now. */
function withoutUsr(path: string): string {
  return path.replace(/^\/usr\/lib\//, '/lib/');
}
