export interface KconfigValue {
  readonly value: string;
  readonly isLocked: boolean;
}

export interface KconfigGroup {
  readonly values: ReadonlyMap<string, KconfigValue>;
  /** Whether files to come could still say anything in this group. */
  readonly isClosed: boolean;
  /** The first line that is not understood. */
  readonly strangeLine: string | null;
}

interface Header {
  readonly name: string;
  /** `[$i]` behind a name holds the group, alone the whole file. */
  readonly holds: 'nothing' | 'group' | 'file';
}

const KEY = /^([^[\]\\]*[^[\]\\\s])(?:\[\$(i+)\])?$/;

/**
 * One group of KDE's settings, out of files that lie over each other, the least telling first, as KConfig reads them: names
 * in their exact case; what is held by `[$i]` stays as it is, a group and a file from the end of the file that holds it.
 * Other marks (`[$e]`, `[$d]`, a language) and escapes are left to KDE: a line with one is strange.
 */
export function readKconfigGroup(texts: readonly string[], group: string): KconfigGroup {
  const values = new Map<string, KconfigValue>();
  let strangeLine: string | null = null;
  let isGroupClosed = false;
  for (const text of texts) {
    let isFileHeld = false;
    let isGroupHeld = false;
    let isHere = false;
    let closesGroup = false;
    for (const line of text.split('\n').map((raw) => raw.trim())) {
      if (line === '' || line.startsWith('#')) continue;
      if (line.startsWith('[')) {
        const header = parseHeader(line);
        if (header === null) {
          strangeLine ??= line;
          isHere = false;
          continue;
        }
        isGroupHeld = isFileHeld || header.holds === 'group';
        isFileHeld ||= header.holds === 'file';
        isHere = header.name === group;
        closesGroup ||= isHere && isGroupHeld;
        continue;
      }
      const split = line.indexOf('=');
      if (split <= 0) {
        strangeLine ??= line;
        continue;
      }
      if (!isHere || isGroupClosed) continue;
      const key = KEY.exec(line.slice(0, split).trim());
      if (key === null) {
        strangeLine ??= line;
        continue;
      }
      const name = key[1] ?? '';
      const former = values.get(name);
      if (former?.isLocked !== true) {
        values.set(name, { value: line.slice(split + 1).trim(), isLocked: isGroupHeld || key[2] !== undefined });
      }
    }
    isGroupClosed ||= closesGroup;
    if (isFileHeld) return { values, isClosed: true, strangeLine };
  }
  return { values, isClosed: isGroupClosed, strangeLine };
}

function parseHeader(line: string): Header | null {
  if (!/^(?:\[[^[\]\\]*\])+$/.test(line)) return null;
  const parts = line.slice(1, -1).split('][');
  const isHeld = parts.at(-1) === '$i';
  const names = isHeld ? parts.slice(0, -1) : parts;
  if (isHeld && names.length === 0) return { name: '', holds: 'file' };
  return { name: names.join('\u001d'), holds: isHeld ? 'group' : 'nothing' };
}
