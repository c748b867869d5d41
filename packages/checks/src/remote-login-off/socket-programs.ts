import { showLoadedUnits, type UnitProperties } from '../linux/systemd.ts';
import type { SystemPort } from '../system-port.ts';
import {
  calledAs,
  type Command,
  commandsOf,
  isLoginProgram,
  mayStartOthers,
  namesLogin,
  nameOf,
  servedBy,
} from './login-programs.ts';
import { isOfPackage, namesOwnProgram } from './own-units.ts';

const SHELLS = ['sh', 'bash', 'dash', 'ash', 'zsh', 'ksh', 'mksh'];
/** Ask for a name and a password, and open a shell. */
const SIGN_IN = ['login', 'getty', 'agetty'];
/** Carry out what is typed where no file is named. */
const INTERPRETERS = /^(?:python|perl|ruby|node|lua|tclsh|php)[\d.]*$/;
/** What a shell does by itself, and what no one gets in by. */
const SHELL_WORDS = ['echo', 'printf', 'true', 'false', 'pwd', ':'];
/** Programs of packages that say something, keep something or print it: no one who speaks to them signs in. */
const HARMLESS = [
  ...['true', 'false', 'echo', 'printf', 'cat', 'date', 'uptime', 'hostname', 'uname', 'logger', 'systemd-cat'],
  ...['cupsd', 'cups-lpd', 'in.tftpd', 'tftpd', 'vsftpd', 'smbd', 'saned'],
];
const OF_PACKAGES = /^(?:\/usr)?\/s?bin\/[^/]+$/;
/** Words of which a shell makes something else. */
const MEANS_MORE = /[^\w\s./:,@%+=-]/;
const PROPERTIES = ['Names', 'ExecStart', 'StandardInput', 'FragmentPath', 'DropInPaths'];

/**
 * Whether what a socket starts lets those sign in who connect. What packages bring is known by the names of its programs; of
 * units of one's own the program has to be one that is known to be harmless.
 * @param services that the socket starts
 * @returns null where that cannot be told
 */
export async function socketLetsIn(system: SystemPort, services: readonly string[]): Promise<boolean | null> {
  if (services.length === 0) return null;
  const shown = await showLoadedUnits(system, services, PROPERTIES);
  if (!shown.ok) return null;
  const answers = services.map((name) => serviceLetsIn(shown.value.get(name)));
  return answers.includes(true) ? true : answers.includes(null) ? null : false;
}

function serviceLetsIn(unit: UnitProperties | undefined): boolean | null {
  const { ExecStart, StandardInput, FragmentPath } = unit ?? {};
  // A service that is not there starts nothing: systemd refuses the socket.
  if (unit !== undefined && FragmentPath === '') return false;
  if (ExecStart === undefined || StandardInput === undefined || FragmentPath === undefined) return null;
  const how = { isOnSocket: /^(?:socket|fd)/.test(StandardInput), isOfPackage: isOfPackage(unit ?? {}) };
  const commands = commandsOf(ExecStart);
  if (ExecStart !== '' && commands.length === 0) return null;
  const answers = commands.map((command) => letsIn(command, how));
  return answers.includes(true) ? true : answers.includes(null) ? null : false;
}

interface How {
  /** What is typed by those who connect is what the program is given to read. */
  readonly isOnSocket: boolean;
  readonly isOfPackage: boolean;
}

function letsIn(command: Command, how: How): boolean | null {
  const { path, line } = command;
  const name = calledAs(path, line);
  const words = line
    .split(/\s+/)
    .filter(Boolean)
    .slice(name === nameOf(path) ? 1 : 2);
  const served = servedBy(line);
  if (isLoginProgram(name) || served === 'a shell') return true;
  if (served !== null) return null;
  if (SHELLS.includes(name)) return how.isOnSocket ? shellLetsIn(words, how) : namesLogin(line) || null;
  if (how.isOnSocket && SIGN_IN.includes(name)) return true;
  if (how.isOnSocket && INTERPRETERS.test(name) && words.every((word) => /^-i?$/.test(word))) return true;
  if (mayStartOthers(name)) return namesLogin(line) || null;
  if (how.isOfPackage) return false;
  if (namesOwnProgram([command])) return null;
  if (!how.isOnSocket) return false;
  return HARMLESS.includes(name) && OF_PACKAGES.test(path) ? false : null;
}

/** One that is told nothing reads what is typed; one that is told a plain line carries that out. */
function shellLetsIn(words: readonly string[], how: How): boolean | null {
  if (words.every((word) => /^-(?:[ilps]+|-login|-posix|-noprofile|-norc)$/.test(word))) return true;
  const [first = '', ...rest] = words;
  const told = rest.join(' ').replace(/^(["'])(.*)\1$/, '$2');
  if (namesLogin(rest.join(' '))) return true;
  if (!/^-l?c$/.test(first) || MEANS_MORE.test(told)) return null;
  const line = told.replace(/^\s*(?:exec\s+)?/, '');
  const [program = ''] = line.split(/\s+/);
  if (SHELL_WORDS.includes(program)) return false;
  // A name alone is looked for in several folders.
  return program.startsWith('/') ? letsIn({ path: program, line }, { ...how, isOfPackage: false }) : null;
}
