import { memberOf, parseJson } from '../json.ts';

export interface Mount {
  readonly target: string;
  /** A device, or what else lies there: 'tank/home', 'server:/share'. */
  readonly source: string;
  readonly fileSystem: string;
}

export const FINDMNT_ARGUMENTS = ['-J', '-l', '-o', 'TARGET,SOURCE,FSTYPE'];

/**
 * Everything that is mounted. A btrfs source carries its subvolume in brackets.
 * @returns null when the text is no list, or one without a root folder
 */
export function parseMounts(text: string): readonly Mount[] | null {
  const rows = memberOf(parseJson(text), 'filesystems');
  if (!Array.isArray(rows)) return null;
  const mounts: Mount[] = [];
  for (const row of rows as readonly unknown[]) {
    const [target, source, fileSystem] = ['target', 'source', 'fstype'].map((name) => memberOf(row, name));
    if (typeof target !== 'string' || typeof fileSystem !== 'string') return null;
    // Some of the kernel's own have no source.
    const name = typeof source === 'string' ? source : '';
    mounts.push({ target, source: name.replace(/\[[^\]]*\]$/, ''), fileSystem });
  }
  return mounts.some(({ target }) => target === '/') ? mounts : null;
}

/** The mount that a path lies on: of those over one place the last one is seen. */
export function mountOf(mounts: readonly Mount[], path: string): Mount | undefined {
  const around = mounts.filter(({ target }) => target === '/' || path === target || path.startsWith(`${target}/`));
  const longest = Math.max(...around.map(({ target }) => target.length));
  return around.findLast(({ target }) => target.length === longest);
}

export interface Swap {
  readonly path: string;
  readonly isFile: boolean;
}

/**
 * What memory is written out to, from `/proc/swaps`.
 * @returns null when the text is not such a list
 */
export function parseSwaps(text: string): readonly Swap[] | null {
  const [head = '', ...lines] = text.split('\n').filter((line) => line.trim() !== '');
  if (!/^Filename\s+Type\s/.test(head)) return null;
  const rows = lines.map((line) => /^(\/\S*)\s+(partition|file)\s+\d+\s/.exec(line));
  if (rows.includes(null)) return null;
  return rows.map((row) => ({ path: unescape(row?.[1] ?? ''), isFile: row?.[2] === 'file' }));
}

/** The kernel writes blanks in names as octal numbers. */
function unescape(path: string): string {
  return path.replaceAll(/\\([0-7]{3})/g, (_, octal: string) => String.fromCodePoint(Number.parseInt(octal, 8)));
}
