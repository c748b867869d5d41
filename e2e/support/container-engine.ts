import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { appendFile, mkdir, mkdtemp, readdir, readFile, rm, rmdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { execute, type Ran } from './booted-linux.ts';
import { PREPARE_AND_SERVE, SERVE } from './container-engine-scripts.ts';

const SECOND = 1000;
const PREPARE_TIMEOUT_MS = 600 * SECOND;
const START_TIMEOUT_MS = 30 * SECOND;
const KEPT_CHARACTERS = 2000;

/** Docker with Compose in namespaces of its own: its images, networks and containers end with it. */
export interface ContainerEngine {
  /** Where what lies at /srv/vestibule in there is on this machine. */
  readonly checkout: string;
  /** Where what lies at /srv/stand-ins in there is on this machine; `debian.tar` is in it, which is a bare Debian 12. */
  readonly standIns: string;
  /** Runs a line of a shell in there, in that folder. */
  readonly run: (line: string, options?: { readonly folder?: string; readonly timeoutMs?: number }) => Promise<Ran>;
  /** Lets a name lead to this address in there; in containers it does not. */
  readonly addName: (name: string, address: string) => Promise<void>;
  readonly close: () => Promise<void>;
}

export type StartedEngine =
  | { readonly ok: true; readonly engine: ContainerEngine }
  /** A sentence that says why there is none, for the line that a skipped test prints. */
  | { readonly ok: false; readonly reason: string };

/**
 * Starts a Docker engine of Debian's packages, of which nothing is installed on this machine.
 * @param tell hears of each step that takes a while
 */
export async function startContainerEngine(tell: (line: string) => void): Promise<StartedEngine> {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return { ok: false, reason: 'it takes root on Linux' };
  if (!existsSync('/usr/bin/apt-get')) return { ok: false, reason: 'it takes a Debian, for its packages' };
  if (!existsSync('/usr/bin/unshare')) return { ok: false, reason: 'it takes unshare and nsenter (util-linux)' };
  const folder = await mkdtemp('/var/tmp/vestibule-containers-');
  const name = basename(folder);
  for (const part of ['upper', 'work', 'root', 'layers', 'docker', 'checkout', 'stand-ins'])
    await mkdir(join(folder, part));
  tell('unpacking Docker and Compose of Debian 13 next to this system, and a bare Debian 12 as an image…');
  const machine = spawn(
    '/usr/bin/setpriv',
    [
      // Ends with the test run, however that ends.
      ...['--pdeathsig', 'KILL'],
      ...['unshare', '--mount', '--propagation', 'private', 'sh', '-c', PREPARE_AND_SERVE, 'prepare', folder, name],
    ],
    { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, SERVE } },
  );
  let said = '';
  const ended = new Promise<void>((resolve) => machine.once('exit', () => resolve()));
  const close = async () => {
    machine.kill('SIGKILL');
    await ended;
    await clearControlGroups(name);
    await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 200 });
  };
  const isPrepared = await new Promise<boolean>((resolve) => {
    const timer = setTimeout(() => resolve(false), PREPARE_TIMEOUT_MS);
    const settle = (value: boolean) => {
      clearTimeout(timer);
      resolve(value);
    };
    machine.once('exit', () => settle(false));
    for (const stream of [machine.stdout, machine.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        said = (said + text).slice(-KEPT_CHARACTERS);
        if (/^prepared$/m.test(said)) settle(true);
      });
    }
  });
  const giveUp = async (what: string): Promise<StartedEngine> => {
    await close();
    return { ok: false, reason: `${what} (${said.trim().split('\n').slice(-3).join(' ')})` };
  };
  if (!isPrepared) return giveUp('Docker could not be unpacked next to this system');
  const pid = await findFirst(machine.pid ?? 0);
  const engine = pid === null ? null : enter(pid, folder, close);
  if (engine !== null && (await isUp(engine))) return { ok: true, engine };
  return giveUp('a Docker engine did not start in namespaces of its own');
}

/** The first process inside, as it is numbered outside. */
async function findFirst(parent: number): Promise<number | null> {
  for (let turn = 0; turn < 100; turn++) {
    const children = await readFile(`/proc/${parent}/task/${parent}/children`, 'utf8').catch(() => '');
    for (const child of children.trim().split(' ')) {
      const command = await readFile(`/proc/${child}/comm`, 'utf8').catch(() => '');
      if (command.trim() === 'tini-static') return Number(child);
    }
    await wait(SECOND / 10);
  }
  return null;
}

async function isUp(engine: ContainerEngine): Promise<boolean> {
  const end = Date.now() + START_TIMEOUT_MS;
  while (Date.now() < end) {
    const { code } = await engine.run('docker info && ip -4 address show dev tap0', { folder: '/' });
    if (code === 0) return true;
    await wait(SECOND / 4);
  }
  return false;
}

function enter(pid: number, folder: string, close: () => Promise<void>): ContainerEngine {
  return {
    checkout: join(folder, 'checkout'),
    standIns: join(folder, 'stand-ins'),
    run: (line, { folder: place = '/srv/vestibule/deploy', timeoutMs = 60 * SECOND } = {}) =>
      execute(
        [
          ...['nsenter', '--target', String(pid)],
          ...['--mount', '--pid', '--net', '--ipc', '--uts', '--root', '--wd', '--', 'env', '-i'],
          ...['PATH=/usr/sbin:/usr/bin:/sbin:/bin', 'HOME=/root', 'sh', '-c', `cd ${place} && ${line}`],
        ],
        { timeoutMs },
      ),
    addName: (name, address) => appendFile(`/proc/${pid}/root/etc/hosts`, `${address} ${name}\n`),
    close,
  };
}

/** Docker makes groups for its containers, and those outlive it: until the last process in them has gone. */
async function clearControlGroups(name: string): Promise<void> {
  const top = '/sys/fs/cgroup';
  for (const hierarchy of ['', ...(await readdir(top).catch(() => []))]) {
    const group = join(top, hierarchy, name);
    for (let turn = 0; existsSync(group) && turn < 50; turn++) {
      if (turn > 0) await wait(SECOND / 10);
      const below = await readdir(group, { recursive: true, withFileTypes: true });
      const folders = below.filter((entry) => entry.isDirectory()).map((entry) => join(entry.parentPath, entry.name));
      // Those further down first.
      const deepest = folders.toSorted((one, other) => other.length - one.length);
      for (const path of [...deepest, group]) await rmdir(path).catch(() => null);
    }
    // What builds has a group of the same name on every machine; one that is in use stays.
    for (const path of ['docker/buildkit', 'docker']) await rmdir(join(top, hierarchy, path)).catch(() => null);
  }
}
