import { describe, expect, test } from 'vitest';
import { parseBoolean, parseIni, setIniValues } from './ini-file.ts';

const read = (text: string) =>
  [...parseIni(text).groups].map(([group, values]) => [group, Object.fromEntries(values)] as const);
const open = (value: string) => ({ value, isLocked: false });
const locked = (value: string) => ({ value, isLocked: true });

describe('reading', () => {
  test('the last value of a key counts, names in any case, and comments say nothing', () => {
    const text = 'early = 1\r\n\n# [no]\n; a=2\n[ Daemon ]\n  Key = a \nKEY=b=c\nends;=1\n';
    expect(read(text)).toEqual([
      ['', { early: open('1') }],
      [' daemon ', { key: open('b=c'), 'ends;': open('1') }],
    ]);
    expect(parseIni(text).strangeLine).toBeNull();
  });

  test.each(['word', '=value', 'word\n=second'])('%j is told as a strange line, the first one', (text) => {
    expect(parseIni(text)).toEqual({ groups: new Map(), strangeLine: text.split('\n')[0] });
  });

  test('what KDE holds is held: a key, a group and those in it, a file; and nothing next to them', () => {
    expect(read('[A]\none[$i]=1\ntwo=2\nthree[$e]=3\nfour[$ei]=4\n[B][$i]\nfive=5\n[C]\nsix=6')).toEqual([
      ['a', { one: locked('1'), two: open('2'), three: open('3'), four: locked('4') }],
      ['b', { five: locked('5') }],
      ['c', { six: open('6') }],
    ]);
    expect(read('[A]\none=1\n[$i]\n[B]\ntwo=2')).toEqual([
      ['a', { one: open('1') }],
      ['b', { two: locked('2') }],
    ]);
  });

  test('a marker inside a name is no marker', () => {
    expect(read('[A[$i]b]\none[$i]two=1')).toEqual([['a[$i]b', { 'one[$i]two': open('1') }]]);
  });
});

describe('writing', () => {
  test.each([
    ['', '[Daemon]\nTimeout=5\n'],
    ['[Other]\nTimeout=9\n', '[Other]\nTimeout=9\n[Daemon]\nTimeout=5\n'],
    ['[Daemon]\n', '[Daemon]\nTimeout=5\n'],
    ['  [daemon] \n# kept\ntimeout[$i] = 1\n', '  [daemon] \n# kept\nTimeout=5\n'],
    ['[Daemon]\nTimeout=1\nTimeout=2\nOther=3', '[Daemon]\nTimeout=1\nTimeout=5\nOther=3\n'],
    [
      'Timeout=0\n[Daemon]\nOther=3\n[Next]\nTimeout=9\n',
      'Timeout=0\n[Daemon]\nTimeout=5\nOther=3\n[Next]\nTimeout=9\n',
    ],
    ['[Daemon]\n=strange\n', '[Daemon]\nTimeout=5\n=strange\n'],
  ])('%j becomes %j', (before, after) => {
    expect(setIniValues(before, 'Daemon', { Timeout: '5' })).toBe(after);
    expect(setIniValues(after, 'Daemon', { Timeout: '5' })).toBe(after);
  });
});

test.each([
  [['true', 'YES', 'on', '1'], true],
  [['false', 'No', 'OFF', '0'], false],
  [['', 'untrue', 'trueish', 'none', 'ono', '10', '01', 'offline', '2', 'not', ' true'], null],
] as const)('%j mean %s', (words, expected) => {
  for (const word of words) expect([word, parseBoolean(word)]).toEqual([word, expected]);
});
