import { say } from '@vestibule/contracts';
import { readFileFacts } from '../linux/file-facts.ts';
import { listIfThere, readIfThere } from '../linux/if-there.ts';
import type { Outcome, SystemPort } from '../system-port.ts';

const STATUS = '/var/lib/dpkg/status';
const TIMEOUT_MS = 5000;
/** Where a program of the same name comes before the package's own for those who ask by name. */
const FOLDERS_BEFORE = ['/usr/local/sbin', '/usr/local/bin'];

/** Programs without which nothing is fetched or installed, for no one. */
const NEEDED = [
  ...['/usr/bin/apt-get', '/usr/bin/dpkg', '/usr/bin/dpkg-deb', '/usr/bin/dpkg-split', '/usr/bin/tar'],
  ...[
    '/usr/lib/apt/apt.systemd.daily',
    '/usr/lib/apt/methods/store',
    '/usr/lib/apt/methods/gpgv',
    '/usr/lib/apt/methods/http',
  ],
];

/** The first needed program that is there and that no one may run; null where there is none. */
export async function findLocked(system: SystemPort): Promise<Outcome<string | null>> {
  const files = await readFileFacts(system, NEEDED);
  if (!files.ok) return files;
  const path = NEEDED.find((one) => ((files.value.get(one)?.mode ?? 0o111) & 0o111) === 0);
  return { ok: true, value: path === undefined ? null : say('The program {name} may not be run', { name: path }) };
}

/** Whether files are what their packages brought: dpkg keeps a sum of each that is no setting. */
export async function arePackagesOwn(
  system: SystemPort,
  files: readonly (readonly [name: string, path: string])[],
): Promise<Outcome<null>> {
  const sums = await readSums(
    system,
    files.map(([, path]) => path),
  );
  if (!sums.ok) return sums;
  for (const [name, path] of files) {
    const list = await readIfThere(system, `/var/lib/dpkg/info/${name}.md5sums`);
    if (!list.ok) return list;
    const wanted = (list.value ?? '').split('\n').find((line) => line.slice(34) === path.slice(1));
    if (wanted === undefined || sums.value.get(path) !== wanted.slice(0, 32)) {
      return {
        ok: false,
        reason: 'unexpected-output',
        detail: say('This program is not the one that its package brought: {path}', { path }),
      };
    }
  }
  for (const folder of FOLDERS_BEFORE) {
    const names = await listIfThere(system, folder);
    if (!names.ok) return names;
    const other = files.find(([, path]) => names.value.includes(path.split('/').at(-1) ?? ''));
    if (other === undefined) continue;
    const detail = say('There is a program of the same name as {path} in {folder}, which may run in its place.', {
      folder,
      path: other[1],
    });
    return { ok: false, reason: 'unexpected-output', detail };
  }
  return { ok: true, value: null };
}

/** Of these settings of packages those that no one has changed: dpkg keeps a sum of each in its list of packages. */
export async function findUntouched(
  system: SystemPort,
  paths: readonly string[],
): Promise<Outcome<ReadonlySet<string>>> {
  if (paths.length === 0) return { ok: true, value: new Set() };
  const status = await readIfThere(system, STATUS);
  if (!status.ok) return status;
  const wanted = new Set([...(status.value ?? '').matchAll(/^ (\/\S+ [0-9a-f]{32})/gm)].map(([, row]) => row));
  const sums = await readSums(system, paths);
  if (!sums.ok) return sums;
  return { ok: true, value: new Set(paths.filter((path) => wanted.has(`${path} ${sums.value.get(path)}`))) };
}

async function readSums(system: SystemPort, paths: readonly string[]): Promise<Outcome<ReadonlyMap<string, string>>> {
  const asked = await system.run({ tool: 'md5sum', arguments: ['--', ...paths], timeoutMs: TIMEOUT_MS });
  if (!asked.ok) return asked;
  const rows = [...asked.value.stdout.matchAll(/^([0-9a-f]{32}) [ *](\/.*)$/gm)];
  return { ok: true, value: new Map(rows.map(([, sum = '', path = '']) => [path, sum])) };
}
