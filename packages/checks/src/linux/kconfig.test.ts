import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readKconfigGroup } from './kconfig.ts';

const read = (...texts: readonly string[]) => {
  const { values, isClosed, strangeLine } = readKconfigGroup(texts, 'Daemon');
  const plain = [...values].map(([key, { value, isLocked }]) => `${key}=${value}${isLocked ? ' held' : ''}`);
  return { plain, isClosed, strangeLine };
};

test.each([
  [['[Daemon]\nTimeout=5\nTimeout = 7 \n'], ['Timeout=7'], false],
  [['[Daemon]\r\nTimeout=5\r\n'], ['Timeout=5'], false],
  [['Timeout=5\n[daemon]\nTimeout=6\n[Daemon][Sub]\nTimeout=7\n'], [], false],
  [['[Daemon]\nTimeout[$i]=5\nTimeout=7\n', '[Daemon]\nTimeout=9\n'], ['Timeout=5 held'], false],
  [
    ['[Daemon][$i]\nTimeout=5\nLock=true\n', '[Daemon]\nTimeout=9\nGrace=1\n'],
    ['Timeout=5 held', 'Lock=true held'],
    true,
  ],
  [['[Daemon]\nTimeout=5\n[Daemon][$i]\n', '[Daemon]\nTimeout=9\n'], ['Timeout=5'], true],
  [['[$i]\n[Daemon]\nTimeout=5\n', '[Daemon]\nTimeout=9\n'], ['Timeout=5 held'], true],
  [['[Daemon]\nTimeout=5\n[$i]\n', '[Daemon]\nTimeout=9\n'], ['Timeout=5'], true],
  [['[$Version]\nx=1\n[Daemon]\nTimeout=5\n#Timeout=6\n'], ['Timeout=5'], false],
])('%j: %j', (texts, plain, isClosed) => {
  expect(read(...texts)).toEqual({ plain, isClosed, strangeLine: null });
});

test.each([
  'Timeout',
  '=5',
  'Timeout[$e]=5',
  'Timeout[$d]',
  'Timeout[$ie]=5',
  'Timeout[de]=5',
  'Timeout [$i]=5',
  String.raw`Time\x6fut=5`,
  '[Daemon',
  String.raw`[Dae\x6don]`,
])('%s is left to KDE', (line) => {
  expect(read(`[Daemon]\n${line}\n`).strangeLine).toBe(line);
});

/**
 * What KConfig does, step by step and with nothing but a list of entries, after kconfigini.cpp (parseConfig) and
 * kconfigdata.cpp (setEntry): written apart from the reader.
 */
function slowly(texts: readonly string[]): Record<string, string> {
  const entries: { group: string; key: string; value: string; immutable: boolean }[] = [];
  const immutableGroups: string[] = [];
  for (const text of texts) {
    let fileOption = false;
    let groupOption = false;
    let group = '<default>';
    const toBecomeImmutable: string[] = [];
    for (const raw of text.split('\n')) {
      const line = raw.trim();
      if (line.length === 0 || line[0] === '#') continue;
      if (line[0] === '[') {
        groupOption = fileOption;
        let name = '';
        let start = 1;
        for (;;) {
          const end = line.indexOf(']', start);
          const part = line.slice(start, end);
          if (end + 1 === line.length && part === '$i') {
            if (name === '') fileOption = true;
            else groupOption = true;
          } else {
            name = name === '' ? part : `${name}/${part}`;
          }
          if (line[end + 1] !== '[') break;
          start = end + 2;
        }
        group = name;
        if (!immutableGroups.includes(group) && groupOption) toBecomeImmutable.push(group);
        continue;
      }
      if (immutableGroups.includes(group)) continue;
      const eq = line.indexOf('=');
      let key = line.slice(0, eq).trim();
      let immutable = groupOption;
      if (key.endsWith('[$i]')) {
        immutable = true;
        key = key.slice(0, -4);
      }
      const found = entries.find((entry) => entry.group === group && entry.key === key);
      if (found?.immutable) continue;
      const entry = found ?? { group, key, value: '', immutable: false };
      if (found === undefined) entries.push(entry);
      entry.value = line.slice(eq + 1).trim();
      entry.immutable ||= immutable;
    }
    immutableGroups.push(...toBecomeImmutable);
    if (fileOption) break;
  }
  return Object.fromEntries(entries.filter(({ group }) => group === 'Daemon').map(({ key, value }) => [key, value]));
}

describe('next to a slow model of KConfig', () => {
  const line = fc.oneof(
    fc.constantFrom(
      '[Daemon]',
      '[Daemon][$i]',
      '[$i]',
      '[Other]',
      '[Daemon][Sub]',
      '[daemon]',
      '[$Version]',
      '# [Daemon]',
      '',
    ),
    fc
      .tuple(
        fc.constantFrom('Timeout', 'Lock', 'LockGrace', 'timeout'),
        fc.constantFrom('', '', '[$i]'),
        fc.constantFrom('=', ' = ', '='),
        fc.constantFrom('5', '-1', 'false', 'true', '0'),
      )
      .map((parts) => parts.join('')),
  );
  const file = fc.array(line, { maxLength: 8 }).map((lines) => lines.join('\n'));

  test('every cascade gives the same values', () => {
    fc.assert(
      fc.property(fc.array(file, { minLength: 1, maxLength: 4 }), (texts) => {
        const { values, strangeLine } = readKconfigGroup(texts, 'Daemon');
        expect(strangeLine).toBeNull();
        expect(Object.fromEntries([...values].map(([key, { value }]) => [key, value]))).toEqual(slowly(texts));
      }),
      { numRuns: 3000 },
    );
  });
});
