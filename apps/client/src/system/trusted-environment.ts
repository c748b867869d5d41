import { userInfo } from 'node:os';
import { isRootsOwn } from './roots-own.ts';

type Environment = Readonly<Record<string, string | undefined>>;

const PROXIES = ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'NO_PROXY'];

/** Folders that files are written to, or that something is asked in: root takes only its own. */
const FOLDERS = ['HOME', 'XDG_CONFIG_HOME', 'XDG_DATA_HOME', 'XDG_RUNTIME_DIR'];

/**
 * All that a process of root takes over from the one who started it. Nothing here names a program, a library, a search path or
 * a socket that answers in the name of the system. The launcher starts Node with these alone.
 */
export const ROOTS_VARIABLES: readonly string[] = [
  ...FOLDERS,
  ...PROXIES,
  ...PROXIES.map((name) => name.toLowerCase()),
  'PKEXEC_UID',
  'SSH_CONNECTION',
  'TERM',
  'WORKPLACE_STATE',
  'XDG_CURRENT_DESKTOP',
];

/** Where programs that Workplace runs as root look for others. */
export const ROOTS_PATH = '/usr/sbin:/usr/bin:/sbin:/bin';

/** The environment that root works in, and hands to every tool. */
export function environmentOfRoot(
  given: Environment,
  home = userInfo().homedir,
  isOwn: (folder: string) => boolean = isRootsOwn,
): Environment {
  const taken = ROOTS_VARIABLES.flatMap((name) => {
    const value = given[name];
    return value === undefined || (FOLDERS.includes(name) && !isOwn(value)) ? [] : [[name, value] as const];
  });
  return { HOME: home, ...Object.fromEntries(taken), PATH: ROOTS_PATH };
}

/** What makes .NET, Node or OpenSSL load something of another's, or Windows treat a program otherwise. */
const LOADS_OTHERS = /^(?:node_|openssl_|ssl|cor_|coreclr_|complus_|dotnet_|appdomain_|devpath$|__|ps)/i;

/**
 * The environment that an administrator on Windows works in. What a person keeps in their own settings (HKCU\Environment)
 * is mixed into a process that the prompt has raised, so where Windows lies, and what is loaded, is not asked of it.
 */
export function environmentOfAdministrator(given: Environment): Environment {
  const windows = String.raw`C:\Windows`;
  const system = `${windows}\\System32`;
  const fixed = {
    SystemDrive: 'C:',
    SystemRoot: windows,
    windir: windows,
    ComSpec: `${system}\\cmd.exe`,
    Path: `${system};${windows};${system}\\wbem;${system}\\WindowsPowerShell\\v1.0`,
    PATHEXT: '.COM;.EXE;.BAT;.CMD',
    PSModulePath: `${system}\\WindowsPowerShell\\v1.0\\Modules`,
    ProgramData: String.raw`C:\ProgramData`,
    ALLUSERSPROFILE: String.raw`C:\ProgramData`,
    ProgramFiles: String.raw`C:\Program Files`,
    ProgramW6432: String.raw`C:\Program Files`,
    'ProgramFiles(x86)': String.raw`C:\Program Files (x86)`,
    CommonProgramFiles: String.raw`C:\Program Files\Common Files`,
    TEMP: `${windows}\\Temp`,
    TMP: `${windows}\\Temp`,
  };
  const names = new Set(Object.keys(fixed).map((name) => name.toLowerCase()));
  const taken = Object.entries(given).filter(([name]) => !names.has(name.toLowerCase()) && !LOADS_OTHERS.test(name));
  return { ...Object.fromEntries(taken), ...fixed };
}

/** What this process works in: for an administrator only what no one else can have put there. */
export function trustedEnvironment(given: Environment, isAdministrator: boolean): Environment {
  if (!isAdministrator) return given;
  return process.platform === 'win32' ? environmentOfAdministrator(given) : environmentOfRoot(given);
}
