import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { ChangePort, CommandResult, Outcome } from './system-port.ts';

/** A folder that stands for a computer, with the real tools: for tests of readers and fixes only. */
export interface ScratchSystem extends ChangePort {
  readonly rootFolder: string;
  readonly dispose: () => Promise<void>;
}

export interface ScratchOptions {
  readonly files?: Readonly<Record<string, string>>;
  /** Put before every command: 'nsenter', '-t', '123', '-n'. */
  readonly prefix?: readonly string[];
  readonly environment?: ChangePort['environment'];
}

/** Folders of the system's tools, as the client has them: not everybody's PATH holds those of the administrator. */
const SYSTEM_PATH = '/usr/bin:/usr/sbin:/bin:/sbin';

export async function createScratchSystem({ files = {}, prefix = [], environment = {} }: ScratchOptions = {}) {
  const rootFolder = await mkdtemp(join(tmpdir(), 'vestibule-checks-'));
  const toReal = (path: string) => join(rootFolder, path);
  const write = async (path: string, content: string, mode = 0o644) => {
    await mkdir(dirname(toReal(path)), { recursive: true });
    await writeFile(toReal(path), content, { mode });
  };
  for (const [path, content] of Object.entries(files)) await write(path, content);
  const system: ScratchSystem = {
    rootFolder,
    operatingSystem: 'linux',
    user: { id: 0, name: 'root', home: '/root' },
    environment,
    isElevated: true,
    now: () => new Date('2026-11-21T09:00:00.000Z'),
    readFile: (path) => attempt(() => readFile(toReal(path), 'utf8')),
    listFolder: (path) => attempt(async () => (await readdir(toReal(path))).toSorted()),
    run: ({ tool, arguments: words, timeoutMs }) => execute([...prefix, tool, ...words], timeoutMs),
    writeFile: (path, content, options) => attempt(() => write(path, content, options?.mode)),
    removeFile: (path) => attempt(() => rm(toReal(path), { force: true })),
    dispose: () => rm(rootFolder, { recursive: true, force: true }),
  };
  return system;
}

/** An empty network of its own, kept open by a sleeping process. Null where the system does not permit one. */
export async function openNetworkNamespace(): Promise<{ prefix: readonly string[]; close: () => void } | null> {
  const holder: ChildProcess = spawn('/usr/bin/unshare', ['-n', 'sleep', '120'], { stdio: 'ignore' });
  const hasFailed = new Promise<boolean>((resolve) => {
    holder.once('error', () => resolve(true));
    holder.once('exit', () => resolve(true));
    void wait(300).then(() => resolve(false));
  });
  if ((await hasFailed) || holder.pid === undefined) return null;
  const prefix = ['nsenter', '-t', String(holder.pid), '-n'];
  const close = () => holder.kill();
  const nft = await execute([...prefix, 'nft', '-j', 'list', 'ruleset'], 5000);
  if (nft.ok && nft.value.code === 0) return { prefix, close };
  close();
  return null;
}

function execute([file = '', ...words]: readonly string[], timeoutMs: number): Promise<Outcome<CommandResult>> {
  return new Promise((resolve) => {
    const env = { ...process.env, PATH: SYSTEM_PATH, LC_ALL: 'C' };
    execFile(file, words, { timeout: timeoutMs, env }, (error, stdout, stderr) => {
      if (error !== null && typeof error.code !== 'number') {
        const reason = error.code === 'ENOENT' ? 'tool-missing' : 'timed-out';
        resolve({ ok: false, reason, detail: error.message });
      } else {
        resolve({ ok: true, value: { code: typeof error?.code === 'number' ? error.code : 0, stdout, stderr } });
      }
    });
  });
}

async function attempt<Value>(action: () => Promise<Value>): Promise<Outcome<Value>> {
  try {
    return { ok: true, value: await action() };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    const reason = code === 'ENOENT' || code === 'ENOTDIR' ? 'missing' : 'access-denied';
    return { ok: false, reason, detail: String(error) };
  }
}
