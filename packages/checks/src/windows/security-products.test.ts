import { describe, expect, test } from 'vitest';
import { parseProductState, readSecurityProducts } from './security-products.ts';
import { createWindows } from './sample-system.ts';

interface Row {
  readonly name: string;
  readonly guid?: string;
  readonly state: number | null;
  readonly reporter?: string;
  readonly product?: string;
}

const ON = 0x1000;
const ON_STALE = 0x1010;
const ON_UNCLEAR = 0x1020;
const OFF = 0x0000;
const OFF_STALE = 0x0010;

const PROGRAM = String.raw`C:\Program Files\Maker\Guard\guard.exe`;
const service = (path: string | null, state = 'Running') => ({ name: 'Guard', state, start: 'Auto', path });

async function read(
  rows: readonly Row[],
  files: Readonly<Record<string, string>> = {},
  services: readonly object[] = [service(PROGRAM)],
) {
  const products = rows.map((row) => ({ guid: null, reporter: null, product: PROGRAM, ...row }));
  const sections = { antivirus: { value: { products } }, services: { value: { services } } };
  const inventory = JSON.stringify({ format: 1, sections });
  const outcome = await readSecurityProducts(createWindows(inventory, { files }), 'antivirus');
  return outcome.ok ? outcome.value : outcome;
}

describe('rows of one product', () => {
  const found = (state: string, areDefinitionsCurrent: boolean | null) => [
    { name: 'Shield', isMicrosoftDefender: false, state, areDefinitionsCurrent },
  ];

  test.each([
    ['one that is off, then one that is on', [OFF, ON_STALE], found('on', false)],
    ['one that is on, then one that is off', [ON, OFF_STALE], found('on', true)],
    ['two that are off: the first', [OFF, OFF_STALE], found('off', true)],
    ['one that is on and stale, then a current one', [ON_STALE, ON], found('on', true)],
    ['a current one, then one that is on and stale', [ON, ON_STALE], found('on', true)],
    ['two that are stale', [ON_STALE, ON_STALE], found('on', false)],
    ['one that does not say, then a stale one', [ON_UNCLEAR, ON_STALE], found('on', false)],
    ['a stale one, then one that does not say', [ON_STALE, ON_UNCLEAR], found('on', false)],
    ['two that do not say', [ON_UNCLEAR, ON_UNCLEAR], found('on', null)],
  ])('%s', async (_, states, expected) => {
    expect(await read(states.map((state) => ({ name: 'Shield', state })))).toEqual(expected);
  });

  test('are one whatever the case and the spaces of their name', async () => {
    expect(
      await read([
        { name: ' Shield ', state: OFF },
        { name: 'SHIELD', state: ON },
      ]),
    ).toMatchObject([{ state: 'on' }]);
    expect(
      await read([
        { name: 'Shield', state: OFF },
        { name: 'Armour', state: ON },
      ]),
    ).toHaveLength(2);
  });

  test('have a name of a hundred letters at the most', async () => {
    expect(await read([{ name: 'x'.repeat(300), state: ON }])).toMatchObject([{ name: 'x'.repeat(100) }]);
  });
});

describe('Microsoft Defender', () => {
  const guid = '{D68DDC3A-831F-4FAE-9E44-DA132C1ACF46}';
  const product = 'WindowsDefender://';

  test.each([
    ['its id', { guid }],
    ['its address', { product }],
    ['both', { guid, product }],
  ])('is known by %s', async (_, words) => {
    expect(await read([{ name: 'Windows Defender', state: ON, ...words }])).toMatchObject([
      { isMicrosoftDefender: true },
    ]);
  });

  test('is one under each of its names, and not known by its name alone', async () => {
    const rows = [
      { name: 'Windows Defender', state: OFF, guid },
      { name: 'Microsoft Defender Antivirus', state: ON, product },
    ];
    expect(await read(rows)).toMatchObject([{ isMicrosoftDefender: true, state: 'on' }]);
    expect(await read([{ name: 'Windows Defender', state: ON }])).toMatchObject([{ isMicrosoftDefender: false }]);
  });
});

describe('a program that is gone', () => {
  const reporter = '%ProgramFiles%\\Shield\\agent.exe';
  const there = { 'C:\\Program Files\\Shield\\agent.exe': '' };
  const others = { 'C:\\Program Files\\Shield\\readme.txt': '' };

  test('is left out, but for Defender and where no one can tell', async () => {
    expect(await read([{ name: 'Shield', state: ON, reporter }], there)).toHaveLength(1);
    expect(await read([{ name: 'Shield', state: ON, reporter }], others)).toEqual([]);
    expect(await read([{ name: 'Shield', state: ON, reporter: 'shield' }], others)).toHaveLength(1);
    const product = 'windowsdefender://';
    expect(await read([{ name: 'Defender', state: ON, reporter, product }], others)).toHaveLength(1);
  });
});

test.each([
  [null, 'unclear', null],
  [-1, 'unclear', null],
  [0, 'off', true],
  [0x1000, 'on', true],
  [0x41000, 'on', true],
  [0x2000, 'snoozed', true],
  [0x3010, 'expired', false],
  [0x4000, 'unclear', true],
  [0x1020, 'on', null],
])('the state %j is %s, definitions %j', (number, state, areDefinitionsCurrent) => {
  expect(parseProductState(number)).toEqual({ state, areDefinitionsCurrent });
});

describe('a product that says it is on', () => {
  const stateOf = async (program: string, services: readonly object[]) => {
    const found = await read([{ name: 'Shield', state: ON, product: program }], {}, services);
    return 'ok' in found ? found : found[0]?.state;
  };

  test.each([
    ['a service of its maker runs', PROGRAM, [service(PROGRAM)], 'on'],
    ['from another folder of it', PROGRAM, [service(String.raw`"C:\Program Files (x86)\maker\x.exe" -k run`)], 'on'],
    ['from the common files', PROGRAM, [service(String.raw`C:\Program Files\Common Files\Maker\x.exe`)], 'on'],
    ['by a variable', String.raw`%programfiles%\Maker\guard.exe`, [service(PROGRAM)], 'on'],
    ['it is stopped', PROGRAM, [service(PROGRAM, 'Stopped')], 'unproven'],
    ['another maker’s runs', PROGRAM, [service(String.raw`C:\Program Files\Maker2\x.exe`)], 'unproven'],
    ['its path is not told', PROGRAM, [service(null)], 'unproven'],
    ['there are none', PROGRAM, [], 'unproven'],
    [
      'it is a program of Windows',
      String.raw`C:\Windows\System32\Taskmgr.exe`,
      [service(String.raw`C:\Windows\System32\svchost.exe -k x`)],
      'unproven',
    ],
    [
      'it is in a folder of Windows',
      String.raw`C:\Program Files\Windows Media Player\x.exe`,
      [service(String.raw`C:\Program Files\Windows Media Player\wmpnetwk.exe`)],
      'unproven',
    ],
    ['it lies where anybody may write', String.raw`C:\Users\Maker\x.exe`, [service(PROGRAM)], 'unproven'],
  ])('%s', async (_, program, services, expected) => {
    expect(await stateOf(program, services)).toBe(expected);
  });
});
