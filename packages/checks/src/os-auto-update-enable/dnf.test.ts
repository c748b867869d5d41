import { describe, expect, test } from 'vitest';
import { createFakeSystem, type FakeSystemOptions } from '../fake-system.ts';
import { judgeReading } from '../judge-reading.ts';
import { fakeSystemd } from '../linux/fake-systemd.ts';
import { readSample } from '../samples.ts';
import { osAutoUpdateEnable } from './definition.ts';
import { DNF_FILES } from './dnf.ts';
import { linuxAutomaticUpdates } from './linux.ts';

const [ADMINISTRATORS, , PACKAGED, OLDER] = DNF_FILES;
const APPLIES = '[commands]\napply_updates = yes\n';
const DOWNLOADS = readSample(import.meta.dirname, 'dnf-automatic-download.txt');
const REPOSITORY = { '/etc/yum.repos.d/fedora.repo': '[fedora]\nenabled=1\n[fedora-source]\nenabled=0\n' };

type State = 'on' | 'disabled' | 'stopped' | 'masked';
const UNIT_OF: Readonly<Record<State, Readonly<Record<string, string>>>> = {
  on: { LoadState: 'loaded', ActiveState: 'active', UnitFileState: 'enabled' },
  disabled: { LoadState: 'loaded', ActiveState: 'inactive', UnitFileState: 'disabled' },
  stopped: { LoadState: 'loaded', ActiveState: 'inactive', UnitFileState: 'enabled' },
  masked: { LoadState: 'masked', ActiveState: 'inactive', UnitFileState: 'masked' },
};
const RAN = {
  LoadState: 'loaded',
  Result: 'success',
  ExecMainStatus: '0',
  ExecMainExitTimestamp: 'Fri 2026-11-20 06:12:03 UTC',
};
const NOT_RUN = { ...RAN, ExecMainExitTimestamp: '' };

interface Options {
  readonly timers?: Readonly<Record<string, State>>;
  readonly files?: FakeSystemOptions['files'];
  readonly service?: Readonly<Record<string, string>>;
  readonly timer?: Readonly<Record<string, string>>;
  readonly bornDaysAgo?: number;
  readonly release?: string;
}

async function read({
  timers = {},
  files = {},
  service = RAN,
  timer = {},
  bornDaysAgo = 400,
  release = 'fedora',
}: Options) {
  const units = Object.entries(timers).flatMap(([name, state]) => [
    [name, { ...UNIT_OF[state], ...timer }] as const,
    [name.replace('timer', 'service'), service] as const,
  ]);
  const now = new Date('2026-11-21T09:00:00.000Z');
  const born = Math.floor(now.getTime() / 1000) - bornDaysAgo * 86_400;
  const system = createFakeSystem({
    now: () => now,
    files: { '/etc/os-release': `ID=${release}\n`, ...REPOSITORY, ...files },
    commands: {
      ...fakeSystemd(Object.fromEntries(units), { UserspaceTimestamp: 'Fri 2026-11-20 05:00:00 UTC' }),
      stat: `444 ${born} ${born} /etc/machine-id\n`,
    },
  });
  const reading = await linuxAutomaticUpdates.read(system);
  const judged = judgeReading(osAutoUpdateEnable, reading, {}, { operatingSystem: 'linux', now });
  const fact = 'value' in reading ? (reading.value as { state: string; mechanism: string; obstacle?: string }) : null;
  return { ...judged, fact, reading };
}

describe('timers of DNF', () => {
  test('the one that installs needs no configuration', async () => {
    const { state, fact } = await read({
      timers: { 'dnf-automatic-install.timer': 'on' },
      files: { [ADMINISTRATORS]: DOWNLOADS },
    });
    expect([state, fact?.mechanism]).toEqual(['passed', 'dnf-automatic']);
  });

  test.each([
    ['disabled', { 'dnf-automatic.timer': 'disabled' }, 'The timer of dnf-automatic is turned off'],
    ['stopped', { 'dnf-automatic.timer': 'stopped' }, 'The timer of dnf-automatic is turned off'],
    ['masked', { 'dnf5-automatic.timer': 'masked' }, 'The timer of dnf-automatic is turned off'],
    ['not there', {}, 'The package dnf-automatic is not installed'],
  ] as const)('%s', async (_, timers, obstacle) => {
    const { state, fact } = await read({ timers, files: { [ADMINISTRATORS]: APPLIES } });
    expect([state, fact?.obstacle]).toEqual(['failed', obstacle]);
  });

  test('without systemd nothing is known', async () => {
    const system = createFakeSystem({ files: { '/etc/os-release': 'ID=fedora\n' } });
    expect(await linuxAutomaticUpdates.read(system)).toMatchObject({ unavailable: 'tool-missing' });
  });
});

describe('configuration of dnf-automatic', () => {
  const timers = { 'dnf5-automatic.timer': 'on' } as const;
  const denied = { ok: false, reason: 'access-denied', detail: 'EACCES' } as const;

  test.each([
    ['the administrator’s file', { [ADMINISTRATORS]: APPLIES, [PACKAGED]: DOWNLOADS }, 'on'],
    [
      'the administrator’s file that only downloads',
      { [ADMINISTRATORS]: DOWNLOADS, [PACKAGED]: APPLIES },
      'download-only',
    ],
    ['the packaged one where that says nothing', { [ADMINISTRATORS]: '[emitters]\n', [PACKAGED]: APPLIES }, 'on'],
    ['the packaged one where that has the section alone', { [ADMINISTRATORS]: '[commands]\n', [OLDER]: APPLIES }, 'on'],
    ['none: it downloads', {}, 'download-only'],
  ])('%s', async (_, files, state) => {
    expect((await read({ timers, files })).fact?.state).toBe(state);
  });

  test('that cannot be read makes it unknown, and a word that is neither', async () => {
    expect((await read({ timers, files: { [ADMINISTRATORS]: denied, [PACKAGED]: APPLIES } })).reason).toBe(
      'access-denied',
    );
    expect(
      (await read({ timers, files: { [ADMINISTRATORS]: '[commands]\napply_updates = maybe\n' } })).reading,
    ).toMatchObject({
      unavailable: 'unexpected-output',
      detail: `${ADMINISTRATORS}: apply_updates=maybe`,
    });
  });

  const applies = { [ADMINISTRATORS]: APPLIES };
  test.each([
    ['everything is left out', { '/etc/dnf/dnf.conf': '[main]\nexcludepkgs=*\n' }, 'Nearly all packages are left out'],
    [
      'everything is left out here',
      { [ADMINISTRATORS]: `${APPLIES}[base]\nexclude=vim,*\n` },
      'Nearly all packages are left out',
    ],
    [
      'no repository is on',
      { '/etc/yum.repos.d/fedora.repo': '[fedora]\nenabled=0\n' },
      'No source of updates is set up',
    ],
    [
      'that of updates is off',
      { '/etc/yum.repos.d/fedora-updates.repo': '[updates]\nenabled=0\n[updates-source]\nenabled=0\n' },
      'No source of updates is set up',
    ],
    [
      'that of updates is off, and the company has one',
      { '/etc/yum.repos.d/a.repo': '[updates]\nenabled=0\n[acme-updates]\nenabled=1\n' },
      undefined,
    ],
    ['that of updates is on', { '/etc/yum.repos.d/fedora-updates.repo': '[updates]\nenabled=1\n' }, undefined],
    ['one is on without a word', { '/etc/yum.repos.d/fedora.repo': '[fedora]\nname=Fedora\n' }, undefined],
    ['one package is left out', { '/etc/dnf/dnf.conf': '[main]\nexcludepkgs=kernel*\n' }, undefined],
  ])('%s', async (_, files, obstacle) => {
    const { state, fact } = await read({ timers, files: { ...applies, ...files } });
    expect([state, fact?.obstacle]).toEqual([obstacle === undefined ? 'passed' : 'failed', obstacle]);
  });
});

describe('the last run', () => {
  const timers = { 'dnf-automatic-install.timer': 'on' } as const;
  test.each([
    ['ended well yesterday', {}, 'passed'],
    ['failed', { service: { ...RAN, Result: 'exit-code', ExecMainStatus: '1' } }, 'unknown'],
    [
      'was before the computer started last',
      { service: NOT_RUN, timer: { LastTriggerUSec: 'Fri 2026-11-13 06:12:03 UTC' } },
      'passed',
    ],
    ['was three weeks ago', { service: NOT_RUN, timer: { LastTriggerUSec: 'Sat 2026-10-31 06:12:03 UTC' } }, 'unknown'],
    ['was half a year ago', { service: NOT_RUN, timer: { LastTriggerUSec: 'Thu 2026-05-21 06:12:03 UTC' } }, 'failed'],
    ['never was, since this start', { service: NOT_RUN }, 'unknown'],
    ['never was, on a new computer', { service: NOT_RUN, bornDaysAgo: 1 }, 'unknown'],
  ])('%s: %s', async (_, options, expected) => {
    expect((await read({ timers, ...options })).state).toBe(expected);
  });
});

describe('systems that are replaced as a whole', () => {
  const FILE = '/etc/rpm-ostreed.conf';
  const timers = { 'rpm-ostreed-automatic.timer': 'on', 'dnf-automatic-install.timer': 'on' } as const;
  const policy = (rule: string) => ({ [FILE]: `[Daemon]\nAutomaticUpdatePolicy=${rule}\n` });

  test.each([
    ['stage', policy('stage'), 'on'],
    ['apply', policy('apply'), 'on'],
    ['check', policy('check'), 'download-only'],
    ['none', policy('none'), 'off'],
    ['a file without the rule', { [FILE]: '[Daemon]\nIdleExitTimeout=60\n' }, 'off'],
    ['a file of another kind', { [FILE]: '[Other]\nAutomaticUpdatePolicy=stage\n' }, 'off'],
    ['no file', {}, 'off'],
  ])('%s', async (_, files, state) => {
    expect((await read({ timers, files })).fact).toMatchObject({ state, mechanism: 'rpm-ostree' });
  });

  test('a file that cannot be read makes it unknown', async () => {
    const denied = { ok: false, reason: 'access-denied', detail: 'EACCES' } as const;
    expect((await read({ timers, files: { [FILE]: denied } })).reason).toBe('access-denied');
  });

  test('with the timer turned off it is DNF that counts', async () => {
    const { fact } = await read({
      timers: { ...timers, 'rpm-ostreed-automatic.timer': 'disabled' },
      files: policy('none'),
    });
    expect(fact).toMatchObject({ state: 'on', mechanism: 'dnf-automatic' });
  });

  test('bootc installs whatever its timer finds', async () => {
    expect((await read({ timers: { 'bootc-fetch-apply-updates.timer': 'on' } })).fact).toMatchObject({
      state: 'on',
      mechanism: 'bootc',
    });
  });

  test('their file is watched like the others', () => {
    expect(linuxAutomaticUpdates.watch(createFakeSystem())).toEqual(expect.arrayContaining([FILE, ...DNF_FILES]));
  });
});

describe('SUSE', () => {
  const suse = (timers: Options['timers']) =>
    read({ release: 'opensuse-tumbleweed\nID_LIKE="opensuse suse"', ...(timers ? { timers } : {}) });
  test('a timer that installs them counts, what a desktop does by itself is not known', async () => {
    expect((await suse({ 'transactional-update.timer': 'on' })).state).toBe('passed');
    expect((await suse({ 'os-update.timer': 'stopped' })).state).toBe('failed');
    expect((await suse(undefined)).reason).toBe('not-supported');
  });
});

test('Ubuntu Core is asked without root’s account at the store, which the reader may not look for', async () => {
  const denied = 'error: cannot add authorization: open /root/.snap/auth.json: permission denied';
  const system = createFakeSystem({
    files: { '/etc/os-release': 'ID=ubuntu-core\n' },
    commands: {
      snap: ({ environment }) =>
        environment?.['SNAPD_AUTH_DATA_FILENAME'] === undefined
          ? { code: 1, stderr: denied }
          : 'timer: 00:00~24:00/4\nlast: 2026-11-21T05:33:00Z\nnext: 2026-11-21T14:00:00Z\n',
    },
  });
  expect(await linuxAutomaticUpdates.read(system)).toMatchObject({ value: { state: 'on' } });
});

describe('Ubuntu Core', () => {
  const now = new Date('2026-11-21T09:00:00.000Z');
  const core = async (snap: string | { code: number; stderr: string }) => {
    const system = createFakeSystem({
      now: () => now,
      files: { '/etc/os-release': 'ID=ubuntu-core\n' },
      commands: { snap },
    });
    const reading = await linuxAutomaticUpdates.read(system);
    return judgeReading(osAutoUpdateEnable, reading, {}, { operatingSystem: 'linux', now }).state;
  };
  // After the documentation of `snap refresh --time --abs-time`.
  const told = (last: string, hold = '') => `timer: 00:00~24:00/4\nlast: ${last}\n${hold}next: 2026-11-21T14:00:00Z\n`;
  test.each([
    [told('2026-11-21T05:33:00Z'), 'passed'],
    [told('2026-10-30T05:33:00Z'), 'unknown'],
    [told('2026-01-30T05:33:00Z'), 'failed'],
    [told('n/a'), 'unknown'],
    [told('2026-11-21T05:33:00Z', 'hold: forever\n'), 'failed'],
    [told('2026-11-21T05:33:00Z', 'hold: 2027-11-21T05:33:00Z\n'), 'failed'],
    [told('2026-11-21T05:33:00Z', 'hold: 2026-10-21T05:33:00Z\n'), 'passed'],
    [told('2026-11-21T05:33:00Z', 'hold: soon\n'), 'unknown'],
    // As snapd 2.57 answers within two hours of its installation.
    [told('n/a', 'hold: 2026-11-21T11:00:00Z\n'), 'unknown'],
    ['', 'unknown'],
    [{ code: 1, stderr: 'error: cannot communicate with server' }, 'unknown'],
  ])('%j: %s', async (snap, expected) => {
    expect(await core(snap)).toBe(expected);
  });
});
