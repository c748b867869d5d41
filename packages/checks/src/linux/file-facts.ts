import type { Outcome, SystemPort } from '../system-port.ts';

export interface FileFacts {
  /** The bits of its mode, as octal digits have them. */
  readonly mode: number;
  readonly modifiedAt: Date;
  /** When it was made; null where the file system does not keep that. */
  readonly bornAt: Date | null;
}

/**
 * What the system keeps about files, of those that are there.
 * @param paths whole, and without line breaks
 */
export async function readFileFacts(
  system: SystemPort,
  paths: readonly string[],
): Promise<Outcome<ReadonlyMap<string, FileFacts>>> {
  const asked = await system.run({
    tool: 'stat',
    arguments: ['-L', '-c', '%a %Y %W %n', '--', ...paths],
    timeoutMs: 5000,
  });
  if (!asked.ok) return asked;
  const found = new Map<string, FileFacts>();
  for (const line of asked.value.stdout.split('\n').filter(Boolean)) {
    const row = /^([0-7]{1,5}) (\d{1,12}) (-?\d{1,12}) (\/.*)$/.exec(line);
    if (row === null) return { ok: false, reason: 'unexpected-output', detail: `stat: '${line.slice(0, 80)}'` };
    const born = Number(row[3]);
    found.set(row[4] ?? '', {
      mode: Number.parseInt(row[1] ?? '0', 8),
      modifiedAt: new Date(Number(row[2]) * 1000),
      bornAt: born > 0 ? new Date(born * 1000) : null,
    });
  }
  // Of files that are not there it complains, and goes on; of others that it may not look at as well.
  const isDenied = /Permission denied/.test(asked.value.stderr);
  return isDenied
    ? { ok: false, reason: 'access-denied', detail: asked.value.stderr.trim() }
    : { ok: true, value: found };
}
