import { say } from '@vestibule/contracts';
import type { CommandResult, Outcome, SystemPort } from '../system-port.ts';
import type { RunningProcess } from './processes.ts';

export type SessionEnvironment = Readonly<Record<string, string>>;

/** What decides which settings a program finds: folders, and what reads them. */
const CHOOSES_SETTINGS = [
  'DCONF_PROFILE',
  'GIO_EXTRA_MODULES',
  'GIO_MODULE_DIR',
  'GSETTINGS_BACKEND',
  'GSETTINGS_SCHEMA_DIR',
  'HOME',
  'XDG_CONFIG_DIRS',
  'XDG_CONFIG_HOME',
] as const;

/** Besides those: where schemas lie (which a launcher may lengthen on the way), and where the session itself is reached. */
const TAKEN: readonly string[] = [
  ...CHOOSES_SETTINGS,
  'DBUS_SESSION_BUS_ADDRESS',
  'DISPLAY',
  'PATH',
  'WAYLAND_DISPLAY',
  'XAUTHORITY',
  'XDG_DATA_DIRS',
  'XDG_DATA_HOME',
  'XDG_RUNTIME_DIR',
];

/** Of all variables those that a reader of settings may use. */
export function sessionPart(environment: Readonly<Record<string, string | undefined>>): SessionEnvironment {
  return Object.fromEntries(
    TAKEN.flatMap((name) => {
      const value = environment[name];
      return value === undefined || value === '' ? [] : [[name, value] as const];
    }),
  );
}

/** What a program was started with. The kernel shows it to the person whose program it is. */
export async function readEnvironment(
  system: SystemPort,
  { processId }: RunningProcess,
): Promise<Outcome<SessionEnvironment>> {
  const file = await system.readFile(`/proc/${processId}/environ`);
  if (!file.ok) return file;
  const entries = file.value.split('\0').flatMap((line) => {
    const split = line.indexOf('=');
    return split <= 0 ? [] : [[line.slice(0, split), line.slice(split + 1)] as const];
  });
  return { ok: true, value: sessionPart(Object.fromEntries(entries)) };
}

/**
 * What the programs of a session work with, the first that shows it before the others. Where they do not agree on which
 * settings are theirs, nothing is known: one of them locks the screen by settings that the other never sees.
 *
 * @param programs of one session, the most telling first
 */
export async function readSessionEnvironment(
  system: SystemPort,
  programs: readonly RunningProcess[],
): Promise<Outcome<SessionEnvironment>> {
  const read = await Promise.all(programs.map((program) => readEnvironment(system, program)));
  const known = read.flatMap((answer) => (answer.ok ? [answer.value] : []));
  const [first] = known;
  if (first === undefined) {
    const failure = read.find((answer) => !answer.ok);
    return failure ?? { ok: false, reason: 'no-session', detail: say('No program of your session is known.') };
  }
  const other = CHOOSES_SETTINGS.find((name) => known.some((environment) => environment[name] !== first[name]));
  if (other === undefined) return { ok: true, value: first };
  return {
    ok: false,
    reason: 'no-session',
    detail: say('The programs of your session do not agree about {name}.', { name: other }),
  };
}

/** A desktop session as tools are asked in it. */
export interface SessionTools {
  readonly system: SystemPort;
  readonly environment: SessionEnvironment;
}

/** Runs a tool with what the session works with, and nothing of this process. */
export function runInSession(
  { system, environment }: SessionTools,
  tool: string,
  words: readonly string[],
): Promise<Outcome<CommandResult>> {
  return system.run({ tool, arguments: words, timeoutMs: 5000, environment });
}
