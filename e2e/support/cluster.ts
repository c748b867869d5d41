import { execFile } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '@vestibule/testing/free-port';
import { STAND_INS } from './cluster-stand-ins.ts';
import { root } from './processes.ts';

const run = promisify(execFile);
const PACKAGES = ['postgresql-15', 'patroni', 'etcd-server', 'etcd-client', 'haproxy'];
const FILES = ['etcd.env', 'patroni.yml', 'haproxy.cfg'];
/** By the last number of their addresses. */
const MACHINES = { db1: 11, db2: 12, db3: 13, gate1: 21, gate2: 22 } as const;
export type Machine = keyof typeof MACHINES;
export type DatabaseMachine = 'db1' | 'db2' | 'db3';
export const DATABASE_MACHINES: readonly DatabaseMachine[] = ['db1', 'db2', 'db3'];
const FOLDERS = [
  'etc/default',
  'etc/patroni',
  'etc/haproxy',
  'var/lib/etcd',
  'var/lib/postgresql',
  'var/run/postgresql',
];

export interface Cluster {
  /** Where people come in at gate1, by https and without; the servers' port. */
  readonly ports: Readonly<Record<'https' | 'http' | 'server', number>>;
  readonly addressOf: (machine: Machine) => string;
  readonly folderOf: (machine: Machine) => string;
  /** Runs a text of the page on a machine, as a plain user. @returns what it printed */
  run(machine: Machine, commands: string): Promise<string>;
  runs(machine: Machine, what: Program): Promise<boolean>;
  /** Sends a signal to everything that runs on a machine, or to some of it. */
  signal(machine: Machine, signal: NodeJS.Signals, what?: readonly Program[]): Promise<void>;
  stop(): Promise<void>;
}
export type Program = 'etcd' | 'patroni' | 'postgres' | 'haproxy' | 'vestibule';
const PROGRAMS: readonly Program[] = ['etcd', 'patroni', 'postgres', 'haproxy', 'vestibule'];

/**
 * Five machines of one computer: each a folder in place of its root, and an address of 127.0.0.0/8. Nothing runs yet, and
 * nothing in them runs as root.
 */
export async function createCluster(): Promise<Cluster> {
  await install();
  const base = await mkdtemp(join(tmpdir(), 'vc-'));
  const user = await plainUser();
  const network = `127.${randomInt(20, 250)}.${randomInt(1, 250)}.`;
  const ports = { https: await freePort(), http: await freePort(), server: await freePort() };
  const folderOf = (machine: Machine) => join(base, machine);
  const addressOf = (machine: Machine) => `${network}${MACHINES[machine]}`;

  /** The page's and files' words on this computer: addresses, the machine's root, ports that no plain user may take. */
  const here = (machine: Machine, text: string) =>
    text
      .replaceAll('10.20.0.0/24', '127.0.0.0/8')
      .replaceAll('--behind-proxy 10.20.0.21 10.20.0.22', '--behind-proxy 127.0.0.1')
      .replaceAll('10.20.0.', network)
      .replaceAll(/\b(gate\d):\//g, `${base}/$1/`)
      .replaceAll(/(?<=[ '"(:=]|^)\/(etc|var)\//gm, `${folderOf(machine)}/$1/`)
      .replaceAll(':8080', `:${ports.server}`)
      // On machines of their own it is the same everywhere; the other server gets its settings from gate1.
      .replaceAll('127.0.0.1:5000', `${addressOf(machine === 'gate2' ? 'gate2' : 'gate1')}:5000`)
      .replace('    user haproxy\n    group haproxy\n', '')
      // A plain user may not open that many files.
      .replace('maxconn 20000', 'maxconn 2000')
      .replace('bind :443', `bind ${addressOf(machine)}:${ports.https}`)
      .replace('bind :80', `bind ${addressOf(machine)}:${ports.http}`)
      .replace('unless { ssl_fc }', `unless { ssl_fc } || { hdr(host) -m beg localhost }`)
      .replace('--fail https:', `--fail --connect-to ::${addressOf(machine)}: https:`)
      .replaceAll('https://gate.example.com', `https://gate.localhost:${ports.https}`);

  const standIns = join(base, 'bin');
  await mkdir(standIns);
  for (const [name, script] of Object.entries(STAND_INS)) {
    await writeFile(join(standIns, name), `#!/bin/bash\n${script}\n`);
    await chmod(join(standIns, name), 0o755);
  }
  for (const machine of Object.keys(MACHINES) as Machine[]) {
    for (const folder of FOLDERS) await mkdir(join(folderOf(machine), folder), { recursive: true });
    for (const file of FILES) {
      const text = await readFile(join(root, 'deploy/cluster', file), 'utf8');
      await writeFile(join(folderOf(machine), file), here(machine, text));
    }
  }
  if (user.uid !== undefined) await run('chown', ['-R', `${user.uid}:${user.gid}`, base]);

  const pidsOf = async (machine: Machine, what: readonly Program[]): Promise<number[]> => {
    const data = join(folderOf(machine), 'var/lib/postgresql/15/vestibule/postmaster.pid');
    const roots = await Promise.all(
      what.map((program) => readPid(program === 'postgres' ? data : join(folderOf(machine), `${program}.pid`))),
    );
    return (await Promise.all(roots.filter((pid) => pid !== null).map((pid) => familyOf(pid, base)))).flat();
  };
  const signal: Cluster['signal'] = async (machine, name, what = PROGRAMS) => {
    for (const pid of await pidsOf(machine, what)) {
      try {
        process.kill(pid, name);
      } catch {
        // It has ended by itself meanwhile.
      }
    }
  };
  return {
    ports,
    addressOf,
    folderOf,
    run: async (machine, commands) => {
      const { stdout } = await run('bash', ['-ec', here(machine, commands)], {
        ...user,
        cwd: folderOf(machine),
        timeout: 120_000,
        env: {
          PATH: `${standIns}:${join(root, 'node_modules/.bin')}:/usr/local/bin:/usr/bin:/bin:/usr/sbin`,
          HOME: base,
          LC_ALL: 'C.UTF-8',
          MACHINE: folderOf(machine),
          NODE: process.execPath,
          SERVER_PORT: String(ports.server),
          NODE_EXTRA_CA_CERTS: join(folderOf(machine), 'authority.pem'),
          CURL_CA_BUNDLE: join(folderOf(machine), 'authority.pem'),
        },
      });
      return stdout;
    },
    runs: async (machine, what) => (await pidsOf(machine, [what])).length > 0,
    signal,
    stop: async () => {
      for (const machine of Object.keys(MACHINES) as Machine[]) await signal(machine, 'SIGKILL');
      await rm(base, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    },
  };
}

/** What Debian starts by itself is ended again: the test runs its own. */
async function install(): Promise<void> {
  const missing: string[] = [];
  for (const name of PACKAGES) await run('dpkg', ['-s', name]).catch(() => missing.push(name));
  if (missing.length === 0) return;
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
  await run('apt-get', ['update', '--quiet'], { env });
  await run('apt-get', ['install', '--yes', '--quiet', '--no-install-recommends', ...missing], { env });
}

async function plainUser(): Promise<{ uid?: number; gid?: number }> {
  if (process.getuid?.() !== 0) return {};
  const ids = await Promise.all(['-u', '-g'].map((flag) => run('id', [flag, 'postgres'])));
  const [uid = Number.NaN, gid = Number.NaN] = ids.map(({ stdout }) => Number(stdout));
  return { uid, gid };
}

async function readPid(file: string): Promise<number | null> {
  const text = await readFile(file, 'utf8').catch(() => '');
  const [first = ''] = text.split('\n');
  return first === '' ? null : Number(first);
}

/** A process and its children, if it is one of ours: its number may have gone to another one. */
async function familyOf(pid: number, base: string): Promise<number[]> {
  const environment = await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '');
  if (!environment.includes(base)) return [];
  const found = [pid];
  for (const name of await readdir('/proc')) {
    const stat = /^\d+$/.test(name) ? await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '') : '';
    const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
    if (found.includes(parent)) found.push(Number(name));
  }
  return found;
}
