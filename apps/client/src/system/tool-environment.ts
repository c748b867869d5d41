import { ROOTS_PATH } from './trusted-environment.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * All that a tool on Linux takes over from this process: who the person is, how their session is reached, and the way
 * through a proxy. Nothing of it says where settings lie or which of them count (APT_CONFIG, GSETTINGS_BACKEND,
 * XDG_CONFIG_HOME, LD_PRELOAD): what a computer is like does not depend on where its client was started.
 */
const TAKEN: readonly string[] = [
  'DBUS_SESSION_BUS_ADDRESS',
  'DISPLAY',
  'LOGNAME',
  'PKEXEC_UID',
  'SSH_CONNECTION',
  'TERM',
  'TZ',
  'USER',
  'WAYLAND_DISPLAY',
  'XAUTHORITY',
  'XDG_CURRENT_DESKTOP',
  'XDG_RUNTIME_DIR',
  'XDG_SESSION_ID',
  ...['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'NO_PROXY'].flatMap((name) => [name, name.toLowerCase()]),
];

/** Has `defaults` read another person's settings, or every program load something else. */
const LEADS_ASTRAY_ON_MACOS = /^(?:CFFIXED_USER_HOME$|DYLD_)/;

/**
 * The environment of a tool.
 * @param given this process's own
 * @param home of the person, as the system's list of accounts has it
 * @param ofSession what the session that is asked about works with
 */
export function toolEnvironment(
  given: Environment,
  home: string,
  ofSession: Environment = {},
  platform: NodeJS.Platform = process.platform,
): Environment {
  if (platform === 'win32') return given;
  if (platform !== 'linux') {
    const kept = Object.entries(given).filter(([name]) => !LEADS_ASTRAY_ON_MACOS.test(name));
    return { ...Object.fromEntries(kept), HOME: home };
  }
  const taken = TAKEN.flatMap((name) => (given[name] === undefined ? [] : [[name, given[name]] as const]));
  return { ...Object.fromEntries(taken), HOME: home, PATH: ROOTS_PATH, ...ofSession };
}
