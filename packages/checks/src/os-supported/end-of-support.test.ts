import { describe, expect, test } from 'vitest';
import { CHECK_DEFINITIONS } from '../check-definitions.ts';
import { judgeReading } from '../judge-reading.ts';
import { supportOf } from './end-of-support.ts';
import { lifecycleSchema } from './lifecycle.ts';
import { LIFECYCLE } from './lifecycle-data.ts';

const NOW = new Date('2026-11-24T09:00:00Z');

type Fact = readonly [family: 'windows' | 'macos' | 'linux', id: string, version: string | null];

function judge([family, id, version]: Fact, parameters: object = {}, now = NOW) {
  const reading = { source: 'test', readAt: now.toISOString(), value: { family, id, version, name: 'Name' } };
  return judgeReading(CHECK_DEFINITIONS.OSSupported, reading, parameters, { operatingSystem: family, now });
}

const linux = (id: string, version: string | null): Fact => ['linux', id, version];
const windows = (build: number, edition: string): Fact => ['windows', edition, `10.0.${build}.4242`];
const macos = (version: string): Fact => ['macos', 'macos', version];

describe('in November 2026', () => {
  test.each<[Fact, string]>([
    ...['18.04', '20.04', '22.10', '23.04', '23.10', '24.10', '25.04', '25.10', '16.04', '9.10'].map(
      (version): [Fact, string] => [linux('ubuntu', version), 'failed'],
    ),
    ...['22.04', '24.04', '26.04', '26.10'].map((version): [Fact, string] => [linux('ubuntu', version), 'passed']),
    [linux('ubuntu', '27.04'), 'unknown'],
    [linux('debian', '11'), 'failed'],
    [linux('debian', '12'), 'passed'],
    [linux('debian', '13'), 'passed'],
    [linux('debian', null), 'unknown'],
    [linux('fedora', '42'), 'failed'],
    [linux('fedora', '43'), 'passed'],
    [linux('fedora', '44'), 'passed'],
    [linux('fedora', '46'), 'unknown'],
    [linux('rhel', '7.9'), 'failed'],
    [linux('rhel', '8.10'), 'passed'],
    [linux('almalinux', '9.6'), 'passed'],
    [linux('rocky', '10.1'), 'passed'],
    [linux('ol', '7.9'), 'failed'],
    [linux('ol', '9.6'), 'passed'],
    [linux('centos', '7'), 'failed'],
    [linux('centos', '8'), 'failed'],
    [linux('centos', '9'), 'passed'],
    [linux('centos', '10'), 'passed'],
    [linux('opensuse-leap', '15.6'), 'failed'],
    [linux('opensuse-leap', '16.0'), 'passed'],
    [linux('opensuse-tumbleweed', '20261120'), 'passed'],
    [linux('sles', '15.6'), 'failed'],
    [linux('sles', '15.7'), 'passed'],
    [linux('linuxmint', '20.3'), 'failed'],
    [linux('linuxmint', '21.3'), 'passed'],
    [linux('linuxmint', '22'), 'passed'],
    [linux('linuxmint', '6'), 'failed'],
    [linux('linuxmint', '7'), 'passed'],
    [linux('pop', '20.04'), 'failed'],
    [linux('pop', '24.04'), 'passed'],
    [linux('arch', null), 'passed'],
    ...[
      ['someremix', '7'],
      ['raspbian', '12'],
      ['devuan', '5'],
      ['zorin', '18'],
      ['constructor', null],
    ].map(([id, version]): [Fact, string] => [linux(id ?? '', version ?? null), 'unknown']),
    [linux('windows', '10.0.26200'), 'unknown'],
    [linux('macos', '27'), 'unknown'],
    [windows(19_045, 'Core'), 'failed'],
    [windows(19_045, 'Professional'), 'failed'],
    [windows(19_045, 'Enterprise'), 'failed'],
    [windows(19_044, 'Professional'), 'failed'],
    [windows(19_044, 'EnterpriseS'), 'passed'],
    [windows(19_044, 'IoTEnterpriseS'), 'passed'],
    [windows(17_763, 'EnterpriseS'), 'passed'],
    [windows(17_763, 'Professional'), 'failed'],
    [windows(17_763, 'ServerStandard'), 'passed'],
    [windows(14_393, 'EnterpriseS'), 'failed'],
    [windows(14_393, 'ServerDatacenter'), 'passed'],
    [windows(20_348, 'ServerStandard'), 'passed'],
    [windows(22_631, 'Education'), 'failed'],
    [windows(26_100, 'Core'), 'failed'],
    [windows(26_100, 'ProfessionalWorkstation'), 'failed'],
    [windows(26_100, 'Education'), 'passed'],
    [windows(26_100, 'EnterpriseS'), 'passed'],
    [windows(26_100, 'ServerStandard'), 'passed'],
    [windows(26_100, 'EnterpriseEval'), 'unknown'],
    [windows(22_000, 'EnterpriseEval'), 'failed'],
    [windows(26_200, 'Core'), 'passed'],
    [windows(26_200, 'EnterpriseS'), 'unknown'],
    [windows(29_999, 'Professional'), 'unknown'],
    [windows(7601, 'Professional'), 'failed'],
    [macos('10.15.7'), 'failed'],
    [macos('13.7.8'), 'failed'],
    [macos('14.8.9'), 'failed'],
    [macos('15.7.9'), 'passed'],
    [macos('26.6.2'), 'passed'],
    [macos('27.0'), 'passed'],
    [macos('28.0'), 'unknown'],
  ])('%j: %s', (fact, state) => {
    expect(judge(fact).state).toBe(state);
  });

  test('who pays for more says so, by system', () => {
    expect(judge(linux('ubuntu', '20.04')).description.key).toBe('paidOnlyWhy');
    expect(judge(linux('ubuntu', '20.04'), { paidUpdates: ['ubuntu'] }).state).toBe('passed');
    expect(judge(windows(19_045, 'Professional'), { paidUpdates: ['ubuntu'] }).state).toBe('failed');
    expect(judge(windows(19_045, 'Professional'), { paidUpdates: ['windows'] }).state).toBe('passed');
    expect(judge(linux('ubuntu', '16.04'), { paidUpdates: ['ubuntu'] }).state).toBe('failed');
  });
});

test('the last day counts, and the next does not', () => {
  const leap = linux('opensuse-leap', '16.0');
  expect(judge(leap, {}, new Date('2027-10-31T23:59:59Z')).state).toBe('passed');
  expect(judge(leap, {}, new Date('2027-11-01T00:00:00Z'))).toMatchObject({
    state: 'failed',
    description: { key: 'endedWhy', values: { day: '2027-10-31' } },
  });
});

describe('the last day that the maker’s own file names', () => {
  const withEnd = (id: string, version: string | null, supportEnd: string, now = NOW) => {
    const reading = { source: 'test', readAt: now.toISOString() };
    const value = { family: 'linux', id, version, name: 'Name', supportEnd };
    return judgeReading(CHECK_DEFINITIONS.OSSupported, { ...reading, value }, {}, { operatingSystem: 'linux', now });
  };

  test('counts where the list knows nothing, and no day longer', () => {
    expect(withEnd('fedora-asahi-remix', '43', '2026-11-24')).toMatchObject({
      state: 'passed',
      description: { key: 'untilWhy', values: { day: '2026-11-24' } },
    });
    expect(withEnd('fedora-asahi-remix', '43', '2026-11-23')).toMatchObject({
      state: 'failed',
      description: { key: 'endedWhy', values: { day: '2026-11-23' } },
    });
    expect(withEnd('fedora', '46', '2028-01-01').state).toBe('passed');
    expect(withEnd('fedora', '43', '2028-01-01', new Date('2029-01-01T00:00:00Z')).state).toBe('failed');
  });

  test('proves nothing against the list', () => {
    expect(withEnd('fedora', '42', '2039-01-01').state).toBe('failed');
    expect(withEnd('fedora', '44', '2026-01-01').state).toBe('passed');
    expect(withEnd('someremix', '7', 'soon')).toMatchObject({ state: 'unknown', reason: 'malformed' });
  });
});

test('what is a forecast passes until then, and fails no computer', () => {
  expect(judge(macos('15.1'), {}, new Date('2027-09-14T09:00:00Z')).state).toBe('passed');
  expect(judge(macos('15.1'), {}, new Date('2027-09-15T09:00:00Z'))).toMatchObject({
    state: 'unknown',
    reason: 'not-supported',
  });
});

test('data that is too old proves no support, and keeps what had ended', () => {
  const lastDay = new Date('2027-11-24T09:00:00Z');
  const dayAfter = new Date('2027-11-25T09:00:00Z');
  const debian = linux('debian', '13');
  expect([judge(debian, {}, lastDay).state, judge(debian, {}, dayAfter).state]).toEqual(['passed', 'unknown']);
  expect(judge(debian, { maximumDataAgeDays: 366 }, dayAfter).state).toBe('passed');
  expect(judge(debian, {}, dayAfter)).toMatchObject({ reason: 'not-supported', description: { key: 'oldDataWhy' } });
  expect(judge(linux('arch', null), {}, dayAfter).state).toBe('unknown');
  expect(judge(linux('fedora', '42'), {}, dayAfter).state).toBe('failed');
  // It ended after the data was written: perhaps its maker has prolonged it.
  expect(judge(linux('fedora', '43'), {}, dayAfter).state).toBe('unknown');
});

describe('a company’s own list', () => {
  const own = (release: object) => ({ releases: [release] });
  test('comes before the makers', () => {
    const esu = own({ system: 'windows', version: '10.0.19045', edition: 'home-pro', until: '2027-10-12' });
    expect(judge(windows(19_045, 'Core'), esu).state).toBe('passed');
    expect(judge(windows(19_045, 'Enterprise'), esu).state).toBe('failed');
    expect(judge(windows(19_045, 'Core'), esu, new Date('2027-10-13T00:00:00Z')).state).toBe('failed');
    const sooner = own({ system: 'ubuntu', version: '24.04', until: '2026-01-01' });
    expect(judge(linux('ubuntu', '24.04'), sooner).state).toBe('failed');
    expect(judge(linux('ubuntu', '26.04'), sooner).state).toBe('passed');
  });

  test('refuses a release that its maker still mends, and says that it is the company', () => {
    const refused = own({ system: 'windows', version: '10.0.26200', edition: 'home-pro', until: 'not-accepted' });
    expect(judge(windows(26_200, 'Core'), refused)).toMatchObject({
      state: 'failed',
      description: { key: 'notAcceptedWhy', values: { name: 'Name' } },
    });
    expect(judge(windows(26_200, 'Enterprise'), refused).state).toBe('passed');
    const until = own({ system: 'ubuntu', version: '24.04', until: '2026-11-24' });
    expect(judge(linux('ubuntu', '24.04'), until).state).toBe('passed');
    expect(judge(linux('ubuntu', '24.04'), until, new Date('2026-11-25T00:00:00Z'))).toMatchObject({
      state: 'failed',
      description: { key: 'notAcceptedAfterWhy', values: { day: '2026-11-24' } },
    });
  });

  test('names systems that no other list names, with or without an end, whatever the age of the data', () => {
    const remix = own({ system: 'someremix', version: 'any', until: null });
    expect(judge(linux('someremix', null), remix, new Date('2039-01-01T00:00:00Z')).state).toBe('passed');
    expect(judge(linux('otherremix', null), remix).state).toBe('unknown');
  });

  test('the closest row counts, and of two as close the one for the edition', () => {
    const rows = [
      { system: 'windows', version: 'any', until: '2020-01-01' },
      { system: 'windows', version: '10.0.26200', until: '2020-01-01' },
      { system: 'windows', version: '10.0.26200', edition: 'enterprise', until: null },
    ];
    expect(judge(windows(26_200, 'Education'), { releases: rows }).state).toBe('passed');
    expect(judge(windows(26_200, 'Core'), { releases: rows }).state).toBe('failed');
    expect(judge(windows(28_000, 'Core'), { releases: rows }).state).toBe('failed');
  });
});

describe('policies of before', () => {
  test('a minimum of Windows narrows, and what has ended fails as well', () => {
    const parameters = { minimumWindows: '10.0.26200' };
    expect(judge(windows(26_100, 'Enterprise'), parameters).state).toBe('failed');
    expect(judge(windows(26_200, 'Core'), parameters).state).toBe('passed');
    expect(judge(windows(22_631, 'Core'), { minimumWindows: '10.0.19045' }).state).toBe('failed');
  });

  test('a list of ended builds decides alone on Windows', () => {
    expect(judge(windows(22_631, 'Core'), { endedWindows: [] }).state).toBe('passed');
    expect(judge(windows(26_200, 'Core'), { endedWindows: [26_200] }).state).toBe('failed');
    expect(judge(windows(19_044, 'Core'), { endedWindows: [] }).state).toBe('failed');
  });

  test('minimums of macOS and Linux decide alone', () => {
    expect(judge(macos('13.1'), { minimumMacos: '13' }).state).toBe('passed');
    expect(judge(linux('ubuntu', '25.04'), { minimumLinux: { ubuntu: '22.04' } }).state).toBe('passed');
    expect(judge(linux('debian', '13'), { minimumLinux: { ubuntu: '22.04' } }).state).toBe('failed');
    expect(judge(linux('debian', '11'), { minimumMacos: '13' }).state).toBe('failed');
  });
});

test('the data has the shape that is asked of it, and no two rows for one thing', () => {
  expect(lifecycleSchema.parse(LIFECYCLE)).toEqual(LIFECYCLE);
  const names = LIFECYCLE.releases.map(({ system, version, edition }) => `${system} ${version} ${edition ?? ''}`);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  for (const { system, until, paidUntil } of LIFECYCLE.releases) {
    if (paidUntil !== undefined && until !== null) expect([system, paidUntil > until]).toEqual([system, true]);
  }
});

test('newer data judges in the place of what the product knows', () => {
  const reading = { source: 'test', readAt: NOW.toISOString() };
  const value = { family: 'linux', id: 'ubuntu', version: '27.04', name: 'Name' };
  const releases = [...LIFECYCLE.releases, { system: 'ubuntu', version: '27.04', until: '2028-01-31' }];
  const context = { operatingSystem: 'linux', now: NOW } as const;
  const judged = (lifecycle: object) =>
    judgeReading(CHECK_DEFINITIONS.OSSupported, { ...reading, value }, {}, { ...context, ...lifecycle }).state;
  expect([judged({}), judged({ lifecycle: { ...LIFECYCLE, releases } })]).toEqual(['unknown', 'passed']);
});

test('an answer for an ended release is the same whichever day it is asked after the end', () => {
  const asked = { lifecycle: LIFECYCLE, maximumAgeDays: 365, paidFor: [] };
  for (const { system, version, until } of LIFECYCLE.releases) {
    if (until === null || until >= LIFECYCLE.asOf || system === 'windows') continue;
    const family = system === 'macos' ? 'macos' : 'linux';
    for (const day of ['2026-11-24', '2030-01-01', '2060-01-01']) {
      const found = supportOf({ family, id: system, version }, { ...asked, now: new Date(`${day}T12:00:00Z`) });
      expect([system, version, found.is === 'ended' || found.is === 'paid-only']).toEqual([system, version, true]);
    }
  }
});
