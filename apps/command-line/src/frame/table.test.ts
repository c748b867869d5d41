import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Output, printable, toJson } from './output.ts';
import { formatTable, wrap } from './table.ts';

const columns = [
  { heading: 'ID', cell: ([id]: readonly string[]) => id ?? '' },
  { heading: 'NAME', cell: ([, name]: readonly string[]) => name ?? '', isFlexible: true as const },
  { heading: 'WHY', cell: ([, , why]: readonly string[]) => why ?? '', isFlexible: true as const },
];

describe('a table', () => {
  test('stands in columns, without blanks at the ends of lines', () => {
    expect(
      formatTable(
        [
          ['1', 'Ilse', ''],
          ['22', 'Jo', 'x'],
        ],
        columns,
        80,
      ),
    ).toBe('ID  NAME  WHY\n1   Ilse\n22  Jo    x');
  });

  test('goes on in the next line of its column where it would be too wide', () => {
    const text = formatTable(
      [['1', 'a rather long name of somebody', 'and a reason that is longer still']],
      columns,
      40,
    );
    expect(text).toBe(
      [
        'ID  NAME          WHY',
        '1   a rather      and a reason that is',
        '    long name of  longer still',
        '    somebody',
      ].join('\n'),
    );
  });

  test('breaks no name while another column has room to give, and the longest word where none has', () => {
    const rows = [['1', 'somebody with names', 'OsAutoUpdateEnabled, FirewallEnabled']];
    expect(formatTable(rows, columns, 40)).toBe(
      [
        'ID  NAME            WHY',
        '1   somebody with   OsAutoUpdateEnabled,',
        '    names           FirewallEnabled',
      ].join('\n'),
    );
    const long = [['1', 'somebody', 'x'.repeat(38)]];
    expect(formatTable(long, columns, 40)).toBe(
      ['ID  NAME      WHY', `1   somebody  ${'x'.repeat(26)}`, `              ${'x'.repeat(12)}`].join('\n'),
    );
  });

  test('is never wider than the screen, and never loses a character', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'ß', '€', '👩‍💻', ' '), maxLength: 60 });
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constantFrom('1', '22'), word, word), { maxLength: 5 }),
        fc.integer({ min: 40, max: 100 }),
        (rows, width) => {
          const text = formatTable(rows, columns, width);
          const count = (of: string) => [...new Intl.Segmenter().segment(of)].length;
          for (const line of text.split('\n')) expect(count(line)).toBeLessThanOrEqual(width);
          const bare = (of: string) => Array.from(of.replaceAll(/\s/g, '')).toSorted().join('');
          expect(bare(text)).toBe(bare(`IDNAMEWHY${rows.flat().join('')}`));
        },
      ),
    );
  });
});

describe('a sentence', () => {
  test('is broken at blanks, keeps its indent, and breaks what has none', () => {
    expect(wrap('  one two three', 9)).toEqual(['  one two', '  three']);
    expect(wrap('abcdefgh', 3)).toEqual(['abc', 'def', 'gh']);
    expect(wrap('', 3)).toEqual(['']);
    expect(wrap('a\n\nb', 10)).toEqual(['a', '', 'b']);
  });
});

test('an address among facts is never broken: it is there to be copied', () => {
  const address = `https://gate.example.com/online/upstream/${'0'.repeat(90)}/callback`;
  let written = '';
  const output = new Output({ out: (text) => void (written += text), err: () => undefined, columns: 60 }, false);
  output.facts([['Redirect address', address]]);
  expect(written).toBe(`Redirect address  ${address}\n`);
});

describe('what a computer is called', () => {
  const EVIL = '\u001b[31mred\u001b[0m \u009b2J \u202egnp.exe\u202c\u0007';

  test('cannot colour, clear or turn round the terminal of who reads it', () => {
    expect(printable(EVIL)).toBe('\ufffd[31mred\ufffd[0m \ufffd2J \ufffdgnp.exe\ufffd\ufffd');
    let written = '';
    const streams = { out: (text: string) => void (written += text), err: () => undefined, columns: undefined };
    const output = new Output(streams, false);
    output.line(EVIL);
    output.say(EVIL);
    output.facts([[EVIL, EVIL]]);
    output.table([[EVIL, EVIL, EVIL]], columns, '');
    output.outcome({ isDryRun: false, changes: [{ field: EVIL, from: EVIL, to: EVIL }], warnings: [EVIL] }, EVIL);
    expect(written.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u202a-\u202e]/u);
  });

  const breaks = fc.constantFrom('\n', '\r', '\r\n', '\t', '\v', '\f', '\u0085', '\u2028', '\u2029');
  const stored = fc.string({
    unit: fc.oneof(
      fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
      fc.constantFrom(' ', 'a', '\u001b', '\u202e', '\u2066'),
      breaks,
    ),
    maxLength: 40,
  });
  const shown = (show: (output: Output) => void) => {
    let text = '';
    show(new Output({ out: (more) => void (text += more), err: () => undefined, columns: 120 }, false));
    return text;
  };
  const everywhere = (text: string) => [
    shown((output) => output.table([[text, text, text]], columns, '')),
    shown((output) => output.facts([['Name', text]])),
    shown((output) => output.say(`Somebody is called ${text}.`)),
    shown((output) => output.notes([text])),
    shown((output) =>
      output.outcomeText(
        {
          isDryRun: false,
          changes: [{ field: 'name', from: { of: text }, to: [text] }],
          warnings: [],
        },
        'Done.',
      ),
    ),
  ];

  test('breaks no line, whatever is stored: it is shown as if a blank stood there', () => {
    fc.assert(
      fc.property(stored, breaks, stored, (before, lineBreak, after) => {
        const broken = everywhere(`a${before}x${lineBreak}y${after}a`);
        expect(broken).toEqual(everywhere(`a${before}x y${after}a`));
        for (const text of broken) {
          expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u);
        }
      }),
    );
  });

  test('makes no row of its own', () => {
    const forged = 'nadia\n2026-11-23 09:00  ilse  FORGED LINE';
    const rows = [[forged, '', '']];
    expect(shown((output) => output.table(rows, columns, '')).split('\n')).toHaveLength(3);
  });

  test('comes whole in JSON, escaped', () => {
    const text = toJson({ name: EVIL });
    expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u202a-\u202e]/u);
    expect(JSON.parse(text)).toEqual({ name: EVIL });
  });
});

describe('work that takes its time', () => {
  const work = () => new Promise<string>((done) => void setTimeout(done, 1200, 'done'));
  const during = async (width: number | undefined, isJson: boolean, what: () => Promise<string>) => {
    let [out, err] = ['', ''];
    const streams = {
      out: (text: string) => void (out += text),
      err: (text: string) => void (err += text),
      columns: width,
    };
    expect(await new Output(streams, isJson).during('Opening the database…', what)).toBe('done');
    return { out, err };
  };

  test('is named on a screen after a second, and nowhere else', async () => {
    const [screen, file, json] = await Promise.all([
      during(80, false, work),
      during(undefined, false, work),
      during(80, true, work),
    ]);
    expect(screen).toEqual({ out: '', err: 'Opening the database…\n' });
    expect([file, json]).toEqual([
      { out: '', err: '' },
      { out: '', err: '' },
    ]);
  });

  test('is not named when it is done at once', async () => {
    expect(await during(80, false, async () => 'done')).toEqual({ out: '', err: '' });
  });
});
