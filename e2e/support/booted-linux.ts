import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { BOOT, PREPARE_AND_BOOT } from './booted-linux-scripts.ts';

const SECOND = 1000;
const PREPARE_TIMEOUT_MS = 280 * SECOND;
const BOOT_TIMEOUT_MS = 60 * SECOND;
const KEPT_CHARACTERS = 2000;

export interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  /** Who runs it; root when left out. */
  readonly user?: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly timeoutMs?: number;
}

/** A Debian with its own systemd, network, processes and files, made of this machine's and taken away again. */
export interface BootedLinux {
  readonly run: (words: readonly string[], options?: RunOptions) => Promise<Ran>;
  /** Starts something that goes on until the end. */
  readonly start: (words: readonly string[], options?: RunOptions) => void;
  /** Starts something to talk with. */
  readonly open: (words: readonly string[], options?: RunOptions) => ChildProcessWithoutNullStreams;
  readonly write: (path: string, content: string | Uint8Array, mode?: number) => Promise<void>;
  readonly read: (path: string) => Promise<string>;
  readonly remove: (path: string) => Promise<void>;
  /** Where a file of it is on this machine. */
  readonly place: (path: string) => string;
  /** What runs a program inside, for a caller that starts it in its own way. */
  readonly words: (words: readonly string[], options: RunOptions) => readonly string[];
  readonly close: () => Promise<void>;
}

export interface BootOptions {
  readonly installed: readonly string[];
  /** Fetched, so that they can be installed later without a network. */
  readonly fetched: readonly string[];
  /** Folders of this machine that are copied, by their place over there. */
  readonly folders: Readonly<Record<string, string>>;
  readonly tell: (line: string) => void;
}

export type Booted =
  | { readonly ok: true; readonly linux: BootedLinux }
  /** A sentence that says why there is none, for the line that a skipped test prints. */
  | { readonly ok: false; readonly reason: string };

/**
 * Lays an empty folder over this machine's files, installs packages there, and starts the system in namespaces of its
 * own: what happens inside changes nothing outside, and ends with the process.
 */
export async function bootLinux(options: BootOptions): Promise<Booted> {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return { ok: false, reason: 'it takes root on Linux' };
  if (!existsSync('/usr/bin/apt-get')) return { ok: false, reason: 'it takes a Debian, for its packages' };
  if (!existsSync('/usr/bin/unshare')) return { ok: false, reason: 'it takes unshare and nsenter (util-linux)' };
  const folder = await mkdtemp('/var/tmp/vestibule-linux-');
  for (const name of ['upper', 'work', 'root', 'layers']) await mkdir(join(folder, name));
  options.tell(`installing ${[...options.installed, ...options.fetched].join(', ')} in a copy of this system…`);
  const machine = spawn(
    '/usr/bin/setpriv',
    [
      // Ends with the test run, however that ends.
      ...['--pdeathsig', 'KILL'],
      ...['unshare', '--mount', '--propagation', 'private', 'sh', '-c', PREPARE_AND_BOOT, 'prepare', folder],
    ],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...process.env,
        BOOT,
        INSTALLED: options.installed.join(' '),
        FETCHED: options.fetched.join(' '),
        COPIES: Object.entries(options.folders)
          .map(([target, source]) => `${target}\n${source}\n`)
          .join(''),
      },
    },
  );
  let said = '';
  const ended = new Promise<void>((resolve) => machine.once('exit', () => resolve()));
  const close = async () => {
    machine.kill('SIGKILL');
    await ended;
    await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
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
  const giveUp = async (what: string): Promise<Booted> => {
    await close();
    return { ok: false, reason: `${what} (${said.trim().split('\n').slice(-3).join(' ')})` };
  };
  if (!isPrepared) return giveUp('a copy of this system could not be prepared');
  options.tell('starting it…');
  const pid = await findInit(machine.pid ?? 0);
  const linux = pid === null ? null : enter(pid, close);
  if (linux !== null && (await isUp(linux))) return { ok: true, linux };
  return giveUp('systemd did not start in namespaces of its own');
}

/** The first process inside, as it is numbered outside. */
async function findInit(parent: number): Promise<number | null> {
  for (let turn = 0; turn < 50; turn++) {
    const children = await readFile(`/proc/${parent}/task/${parent}/children`, 'utf8').catch(() => '');
    const pid = Number(children.trim().split(' ')[0]);
    const name = pid > 0 ? await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => '') : '';
    if (name.trim() === 'systemd') return pid;
    await wait(SECOND / 10);
  }
  return null;
}

async function isUp(linux: BootedLinux): Promise<boolean> {
  const end = Date.now() + BOOT_TIMEOUT_MS;
  while (Date.now() < end) {
    const { stdout } = await linux.run(['systemctl', 'is-active', 'basic.target'], { timeoutMs: 10 * SECOND });
    if (stdout.trim() === 'active') return true;
    await wait(SECOND / 4);
  }
  return false;
}

function enter(pid: number, close: () => Promise<void>): BootedLinux {
  const inside = (words: readonly string[], { user, environment = {} }: RunOptions) => [
    ...['nsenter', '--target', String(pid)],
    ...['--mount', '--pid', '--net', '--ipc', '--uts', '--cgroup', '--root', '--wd', '--', 'env', '-i'],
    ...['PATH=/usr/sbin:/usr/bin:/sbin:/bin', `HOME=${user === undefined ? '/root' : `/home/${user}`}`],
    ...Object.entries(environment).map(([name, value]) => `${name}=${value}`),
    ...(user === undefined ? [] : ['setpriv', `--reuid=${user}`, `--regid=${user}`, '--init-groups']),
    ...words,
  ];
  const toReal = (path: string) => join(`/proc/${pid}/root`, path);
  return {
    run: (words, options = {}) => execute(inside(words, options), { timeoutMs: options.timeoutMs ?? 60 * SECOND }),
    start: (words, options = {}) => {
      const [file = '', ...rest] = inside(words, options);
      spawn(file, rest, { stdio: 'ignore' });
    },
    open: (words, options = {}) => {
      const [file = '', ...rest] = inside(words, options);
      return spawn(file, rest, { stdio: 'pipe' });
    },
    write: async (path, content, mode = 0o644) => {
      await mkdir(dirname(toReal(path)), { recursive: true });
      await writeFile(toReal(path), content);
      await chmod(toReal(path), mode);
    },
    read: (path) => readFile(toReal(path), 'utf8'),
    remove: (path) => rm(toReal(path), { recursive: true, force: true }),
    place: toReal,
    words: inside,
    close,
  };
}

interface ExecuteOptions {
  readonly timeoutMs: number;
  readonly environment?: Readonly<Record<string, string>>;
}

/** Runs a program; one that takes too long is ended and gives code -1. */
export function execute(
  [file = '', ...words]: readonly string[],
  { timeoutMs, environment = {} }: ExecuteOptions,
): Promise<Ran> {
  return new Promise((resolve, reject) => {
    const child = spawn(file, words, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...environment } });
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
    });
    const timer = setTimeout(() => {
      child.kill('SIGKILL');
      resolve({ code: -1, stdout, stderr: `${stderr}\n${file} took longer than ${timeoutMs} ms.` });
    }, timeoutMs);
    child.once('error', reject);
    // 'exit' and not 'close': what is started in the background inside keeps the streams open.
    child.once('exit', (code) => {
      clearTimeout(timer);
      setTimeout(() => resolve({ code: code ?? -1, stdout, stderr }), 20);
    });
  });
}
