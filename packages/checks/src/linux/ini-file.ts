/** One key of an INI file. `isLocked` is KDE's `[$i]`: anyone who comes later in the cascade may not change it. */
export interface IniValue {
  readonly value: string;
  readonly isLocked: boolean;
}

export interface IniFile {
  /** Values by group and key, both in lower case; keys before the first group are in the group ''. */
  readonly groups: ReadonlyMap<string, ReadonlyMap<string, IniValue>>;
  /** The first line that is no line of an INI file. */
  readonly strangeLine: string | null;
}

const GROUP = /^\[(.+)\]$/;
const LOCKED_SUFFIX = /\[\$[a-z]*i[a-z]*\]$/;
const MARKER_SUFFIX = /\[\$[a-z]+\]$/;

/** Reads INI text as display managers and KDE write it: `#` and `;` comments, the last value of a key counts. */
export function parseIni(text: string): IniFile {
  const groups = new Map<string, Map<string, IniValue>>();
  let strangeLine: string | null = null;
  let isFileLocked = false;
  let isGroupLocked = false;
  let group = '';
  for (const line of text.split(/\r?\n/).map((raw) => raw.trim())) {
    if (line === '' || line.startsWith('#') || line.startsWith(';')) continue;
    if (line === '[$i]') {
      isFileLocked = true;
      continue;
    }
    const header = GROUP.exec(line)?.[1];
    if (header !== undefined) {
      isGroupLocked = LOCKED_SUFFIX.test(line);
      group = header.replace(/\]?\[\$[a-z]+$/, '').toLowerCase();
      continue;
    }
    const split = line.indexOf('=');
    if (split <= 0) {
      strangeLine ??= line;
      continue;
    }
    const key = line.slice(0, split).trim();
    const isLocked = isFileLocked || isGroupLocked || LOCKED_SUFFIX.test(key);
    const values = groups.get(group) ?? new Map<string, IniValue>();
    values.set(key.replace(MARKER_SUFFIX, '').toLowerCase(), { value: line.slice(split + 1).trim(), isLocked });
    groups.set(group, values);
  }
  return { groups, strangeLine };
}

/** Sets keys in one group and leaves everything else of the text as it is. Keys that are not there are added. */
export function setIniValues(text: string, group: string, values: Readonly<Record<string, string>>): string {
  const lines = text === '' ? [] : text.replace(/\n$/, '').split('\n');
  const isHeader = (line: string) => GROUP.test(line.trim());
  let start = lines.findIndex((line) => line.trim().toLowerCase() === `[${group}]`.toLowerCase());
  if (start < 0) {
    lines.push(`[${group}]`);
    start = lines.length - 1;
  }
  for (const [key, value] of Object.entries(values)) {
    const next = lines.findIndex((line, index) => index > start && isHeader(line));
    const end = next < 0 ? lines.length : next;
    const matches = lines
      .map((line, index) => ({ line, index }))
      .filter(({ line, index }) => index > start && index < end && keyOf(line) === key.toLowerCase());
    const last = matches.at(-1);
    if (last === undefined) lines.splice(start + 1, 0, `${key}=${value}`);
    else lines[last.index] = `${key}=${value}`;
  }
  return `${lines.join('\n')}\n`;
}

function keyOf(line: string): string {
  const split = line.indexOf('=');
  return split <= 0 ? '' : line.slice(0, split).trim().replace(MARKER_SUFFIX, '').toLowerCase();
}

/** 'true', 'yes', 'on' and '1', as the programs that write these files read them; null for anything else. */
export function parseBoolean(text: string): boolean | null {
  if (/^(true|yes|on|1)$/i.test(text)) return true;
  return /^(false|no|off|0)$/i.test(text) ? false : null;
}
