import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseCsv } from './csv.ts';
import { readPeopleFile } from './read-people-file.ts';

const texts = (source: string) => parseCsv(source).rows.map((row) => row.map(({ text }) => text));

describe('CSV', () => {
  test.each([
    [
      'commas',
      'a,b\nc,d',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    [
      'semicolons, as some spreadsheets write them',
      'a;b\nc,c;d',
      [
        ['a', 'b'],
        ['c,c', 'd'],
      ],
    ],
    [
      'tabs',
      'a\tb\nc\td',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    [
      'line ends of Windows and a byte order mark',
      '\ufeffa,b\r\nc,d\r\n',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    ['quotation marks around separators, line ends and themselves', '"a,""b""","c\nd"', [['a,"b"', 'c\nd']]],
    [
      'empty cells, also the last',
      'a,,\n,b,',
      [
        ['a', '', ''],
        ['', 'b', ''],
      ],
    ],
    [
      'lines that hold nothing',
      'a,b\n\n,\nc,d\n\n',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    ['nothing at all', '', []],
  ])('with %s', (_name, source, wanted) => {
    expect(texts(source)).toEqual(wanted);
  });

  test('knows where each cell stands, also behind one that goes over lines', () => {
    const { rows } = parseCsv('a,b\n"x\ny",z\nc,d');
    expect(rows.flat().map(({ text, line, column }) => [text, line, column])).toEqual([
      ['a', 1, 1],
      ['b', 1, 3],
      ['x\ny', 2, 1],
      ['z', 3, 4],
      ['c', 4, 1],
      ['d', 4, 3],
    ]);
  });

  test.each([
    ['never closed', 'a,"b\nc', { line: 1, column: 3 }],
    ['followed by something', 'a,"b"c,d', { line: 1, column: 6 }],
  ])('says where a quotation mark is %s', (_name, source, place) => {
    expect(parseCsv(source).problems).toEqual([expect.objectContaining(place)]);
  });

  test('reads back whatever is written with quotation marks', () => {
    const quote = (text: string) => `"${text.replaceAll('"', '""')}"`;
    fc.assert(
      fc.property(
        fc.array(
          fc.array(
            fc.string().map((text) => `x${text}x`),
            { minLength: 2, maxLength: 2 },
          ),
          { minLength: 1, maxLength: 5 },
        ),
        (table) => {
          const source = table.map((row) => row.map(quote).join(',')).join('\n');
          expect(texts(source)).toEqual(table);
        },
      ),
    );
  });

  test('never throws and never hangs', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', '"', ',', ';', '\n', '\r', '\t') }), (text) => {
        expect(parseCsv(text).rows.length).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});

describe('a file of people', () => {
  test('says every problem with line and column, in order', () => {
    const read = readPeopleFile(
      [
        'login,name,e-mail,type,groups',
        'two words,,nomail,,',
        'ok,Ok,ok@x.example',
        'ok,Ok,ok@x.example,,',
        'OK,Twice,ok@x.example,,',
      ].join('\n'),
    );
    expect(read).toEqual({
      ok: false,
      problems: [
        { line: 2, column: 1, message: 'login must not hold blanks.' },
        { line: 2, column: 11, message: 'displayName is missing.' },
        { line: 2, column: 12, message: 'email is no e-mail address.' },
        { line: 3, column: 1, message: 'This line has 3 cells, the headings are 5.' },
        { line: 5, column: 1, message: 'login ok stands in line 4 already.' },
      ],
    });
  });

  test.each([
    ['has no headings that are known', 'a,b\n1,2', 3],
    ['lacks a column', 'login,email\nx,x@x.example', 1],
    ['names a column twice', 'login,login,name,email\na,b,c,d@x.example', 1],
    ['is empty', '', 1],
    ['holds no one', 'login,name,email\n', 1],
  ])('that %s is refused', (_name, csv, problems) => {
    const read = readPeopleFile(csv);
    expect(read.ok ? [] : read.problems).toHaveLength(problems);
  });

  test('leaves unsaid what it has no column for, or an empty cell', () => {
    const read = readPeopleFile('login;name;email;groups\nIlse ;Ilse;ilse@x.example;\nmax;Max;max@x.example; a | b|a ');
    expect(read).toMatchObject({
      ok: true,
      people: [
        { login: 'ilse', type: undefined, groups: undefined },
        { login: 'max', groups: ['a', 'b'] },
      ],
    });
  });

  test('with more problems than anybody reads says how many more there are', () => {
    const read = readPeopleFile(`login,name,email\n${'a b,X,x@x.example\n'.repeat(300)}`);
    const problems = read.ok ? [] : read.problems;
    expect(problems).toHaveLength(201);
    expect(problems.at(-1)?.message).toBe('There are 100 more problems from here on.');
  });
});
