import { listIfThere, readIfThere } from '../linux/if-there.ts';
import { isRunning, namedProcesses, type RunningProcess } from '../linux/processes.ts';
import type { UnitProperties } from '../linux/systemd.ts';
import type { SystemPort } from '../system-port.ts';
import type { Listener } from './listening-ports.ts';

const FOLDER = '/etc/ssh';
const SETTINGS = `${FOLDER}/sshd_config`;
/** Where the units of Debian, and of Fedora and openSUSE, take options from. */
const OPTION_FILES = ['/etc/default/ssh', '/etc/sysconfig/sshd', '/etc/sysconfig/ssh'];
/** OpenSSH's server and its helpers, which run as the person who has signed in. */
export const SSH_PROGRAMS: readonly string[] = ['sshd', 'sshd-session', 'sshd-auth'];
/** The packager's way to start it, and no words that could name an address or another file. */
const USUAL_START = /^\/usr\/s?bin\/sshd(?: -D| -e| \$SSHD_OPTS| \$OPTIONS)*$/;
/** The same of an administrator's own unit, with the ports and addresses that it names besides those of the settings. */
const OWN_START = /^(?:\/usr)?\/s?bin\/sshd(?: -D| -e| -4| -6| -p ?\d+| -o ?Port=\d+| -o ?ListenAddress=\S+)*$/;
/** Bring others to a port that answers this computer alone. */
const FORWARDERS = [
  ...[
    'cloudflared',
    'ngrok',
    'frpc',
    'autossh',
    'chisel',
    'rathole',
    'bore',
    'zrok',
    'tailscaled',
    'devtunnel',
    'sish',
  ],
  ...['socat', 'rinetd', 'redir', 'haproxy', 'stunnel', 'stunnel4', 'sslh', 'xinetd', 'systemd-socket-proxyd'],
];
const LOOPBACK = /^(?:127(?:\.\d{1,3}){3}|\[127(?:\.\d{1,3}){3}\]:\d+|127(?:\.\d{1,3}){3}:\d+|::1|\[::1\](?::\d+)?)$/;

export interface SshLook {
  /** The units as systemd has loaded them: `ExecStart` and `DropInPaths`. */
  readonly units: readonly (UnitProperties | undefined)[];
  readonly processes: readonly RunningProcess[];
  /** What listens beyond this computer. */
  readonly listeners: readonly Listener[];
}

/**
 * Whether OpenSSH's server is proven to answer this computer alone: no program of its accounts listens beyond it now, and
 * its settings name no other address for the next start. No program passes others on to it. What cannot be read, or is not understood, is no proof.
 */
export async function isSshForThisComputer(system: SystemPort, look: SshLook): Promise<boolean> {
  if (isRunning(look.processes, FORWARDERS)) return false;
  const accounts = new Set([0, ...namedProcesses(look.processes, SSH_PROGRAMS).map(({ userId }) => userId)]);
  if (look.listeners.some(({ userId }) => accounts.has(userId))) return false;
  const named: string[] = [];
  for (const unit of look.units) {
    const own = addressesOfStart(unit);
    if (own === null) return false;
    named.push(...own);
  }
  for (const path of OPTION_FILES) {
    const file = await readIfThere(system, path);
    if (!file.ok) return false;
    if (/^[ \t]*(?:SSHD_OPTS|OPTIONS)[ \t]*=[ \t]*["']?[^\s"']/m.test(file.value ?? '')) return false;
  }
  const addresses = await readAddresses(system, SETTINGS, 0);
  if (addresses === null) return false;
  const all = [...named, ...addresses];
  // Each of several units needs an address of its own, or one of the settings.
  const isEach = addresses.length > 0 || look.units.every((unit) => (addressesOfStart(unit) ?? []).length > 0);
  return isEach && all.length > 0 && all.every((address) => LOOPBACK.test(address));
}

/** Whether a unit starts OpenSSH's server and nothing else. */
export function startsOpenSsh({ ExecStart = '' }: UnitProperties): boolean {
  return /path=(?:\/usr)?\/s?bin\/sshd ;/.test(ExecStart);
}

/** @returns addresses that the words of a unit name; null where they are not the usual ones */
function addressesOfStart(unit: UnitProperties | undefined): readonly string[] | null {
  const words = [...(unit?.['ExecStart'] ?? '').matchAll(/argv\[\]=(.*?) ; ignore_errors=/g)].map(
    ([, one = '']) => one,
  );
  const isOwn = (path: string) => path !== '' && !/^(?:\/usr)?\/lib\/systemd\/system\//.test(path);
  const isChanged = (unit?.['DropInPaths'] ?? '').split(' ').some(isOwn);
  const [start = ''] = words;
  if (words.length !== 1 || isChanged || !(USUAL_START.test(start) || OWN_START.test(start))) return null;
  return [...start.matchAll(/ -o ?ListenAddress=(\S+)/g)].map(([, address = '']) => address);
}

/** @returns every `ListenAddress`; null where the settings cannot be read whole */
async function readAddresses(system: SystemPort, path: string, depth: number): Promise<readonly string[] | null> {
  const file = await system.readFile(path);
  if (!file.ok || depth > 4) return null;
  const found: string[] = [];
  for (const line of file.value.split('\n')) {
    const [, keyword = '', rest = ''] = /^\s*(\w+)(?:\s*=\s*|\s+)(.*?)\s*$/.exec(line) ?? [];
    // What stands behind it holds for some who connect, and an address for all.
    if (keyword.toLowerCase() === 'match') break;
    const words = rest.replace(/(?:^|\s)#.*$/, '').match(/"[^"]*"|\S+/g) ?? [];
    const plain = words.map((word) => word.replace(/^"(.*)"$/, '$1'));
    if (keyword.toLowerCase() === 'listenaddress') found.push(plain.join(' '));
    if (keyword.toLowerCase() !== 'include') continue;
    for (const pattern of plain) {
      const files = await filesOf(system, pattern.startsWith('/') ? pattern : `${FOLDER}/${pattern}`);
      if (files === null) return null;
      for (const more of files) {
        const addresses = await readAddresses(system, more, depth + 1);
        if (addresses === null) return null;
        found.push(...addresses);
      }
    }
  }
  return found;
}

/** @returns the files of a pattern with stars in its last part; null for another pattern */
async function filesOf(system: SystemPort, pattern: string): Promise<readonly string[] | null> {
  const [, folder = '', name = ''] = /^(.*)\/([^/]+)$/.exec(pattern) ?? [];
  if (/[*?[\]{}\\]/.test(folder) || /[?[\]{}\\]/.test(name)) return null;
  const names = await listIfThere(system, folder);
  if (!names.ok) return null;
  const parts = name.split('*').map((part) => part.replaceAll(/[.+^$()|]/g, String.raw`\$&`));
  const fits = new RegExp(`^${parts.join('.*')}$`);
  return names.value
    .filter((one) => fits.test(one) && (!one.startsWith('.') || name.startsWith('.')))
    .map((one) => `${folder}/${one}`);
}
