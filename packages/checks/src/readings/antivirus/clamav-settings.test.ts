import { expect, test } from 'vitest';
import { createFakeSystem } from '../../fake-system.ts';
import { fakeSystemd } from '../../linux/fake-systemd.ts';
import { linuxAntivirus } from './linux.ts';

const GOOD = [
  'User clamav',
  'OnAccessExcludeUname clamav',
  'OnAccessIncludePath /home',
  'OnAccessPrevention yes',
  'MaxFileSize 25M',
  'OnAccessMaxFileSize 5M',
];
const MOUNTS = '/dev/sda1 / ext4 rw 0 0\n/dev/sda2 /srv ext4 rw 0 0\n';
const CLAMSCAN = 'ClamAV 1.4.3/27400/Thu Nov 19 08:34:20 2026\n';

interface Computer {
  readonly lines?: readonly string[];
  readonly mounts?: string;
  readonly words?: readonly string[];
  readonly files?: Readonly<Record<string, string>>;
  /** States of `clamd` and `clamonacc` as the kernel has them. */
  readonly kernel?: string;
  readonly frozen?: string;
}

async function clamav({ lines = GOOD, mounts = MOUNTS, words = ['-F'], files = {}, kernel = 'SS', frozen }: Computer) {
  const unit = (name: string, id: number) => ({
    LoadState: 'loaded',
    ActiveState: 'active',
    SubState: 'running',
    Transient: 'no',
    NRestarts: '0',
    ActiveEnterTimestamp: 'Sat 2026-11-21 07:00:00 UTC',
    ExecStart: `{ path=/usr/sbin/${name} ; argv[]=/usr/sbin/${name} -F ; ignore_errors=no }`,
    MainPID: String(id),
    FreezerState: frozen === name ? 'frozen' : 'running',
  });
  const system = createFakeSystem({
    files: {
      '/etc/clamav/clamd.conf': `${lines.join('\n')}\n`,
      '/proc/self/mounts': mounts,
      '/proc/20/stat': `20 (clamd) ${kernel[0]} 1`,
      '/proc/30/stat': `30 (clamonacc) ${kernel[1]} 1`,
      '/proc/30/cmdline': ['/usr/sbin/clamonacc', ...words].map((word) => `${word}\0`).join(''),
      ...files,
    },
    commands: {
      ...fakeSystemd({ 'clamav-daemon.service': unit('clamd', 20), 'clamav-clamonacc.service': unit('clamonacc', 30) }),
      ps: '1 0 systemd\n20 105 clamd\n30 0 clamonacc\n',
      'clamscan --version': CLAMSCAN,
      'clamscan --version --database=/srv/db': 'ClamAV 1.4.3\n',
    },
  });
  const reading = await linuxAntivirus.read(system);
  return 'value' in reading ? (reading.value as { products: { isRealtimeOn: boolean | null }[] }).products[0] : null;
}
const isOn = async (computer: Computer) => (await clamav(computer))?.isRealtimeOn;
const withLines = (...lines: string[]) => isOn({ lines: [...GOOD, ...lines] });
const instead = (line: string, ...others: string[]) =>
  isOn({ lines: [...GOOD.filter((one) => one.split(' ')[0] !== line.split(' ')[0]), line, ...others] });

test('ClamAV as it should be', async () => {
  expect(await isOn({})).toBe(true);
});

test.each([
  'OnAccessExcludeUname nadia',
  'OnAccessExcludeUID 1000',
  'OnAccessExcludePath /home',
  'OnAccessExcludePath /home/nadia/Documents',
  'OnAccessExcludePath /home/nadia/Downloads/',
  'OnAccessExcludePath /',
])('who is left out is not protected: %s', async (line) => {
  expect(await withLines(line)).toBe(false);
});

test.each([
  'OnAccessExcludeUname root',
  'OnAccessExcludeRootUID yes',
  'OnAccessExcludeUID 1001',
  'OnAccessExcludePath /home/nadia/.cache',
  'OnAccessExcludePath /home/nadia/projects/build',
  'OnAccessExcludePath /home/shared/db',
])('what is left out is not the person’s own: %s', async (line) => {
  expect(await withLines(line)).toBe(true);
});

test.each([
  ['ExcludePath ^/proc/', true],
  ['ExcludePath ^/', false],
  ['ExcludePath ^/home/', false],
  ['ExcludePath /Documents/', false],
  ['ExcludePath /Documents/old/', true],
  ['ExcludePath .sh$', false],
  ['ExcludePath (', null],
])('expressions: %s', async (line, expected) => {
  expect(await withLines(line)).toBe(expected);
});

test.each([
  ['OnAccessIncludePath /var/empty', false],
  ['OnAccessIncludePath /home/nadia/Downloads', false],
  ['OnAccessIncludePath /home/other', false],
  ['OnAccessIncludePath /hom', false],
  ['OnAccessIncludePath /home/', true],
  ['OnAccessIncludePath /home/nadia', true],
  // The program refuses to watch all folders one by one.
  ['OnAccessIncludePath /', false],
])('%s', async (line, expected) => {
  expect(await instead(line)).toBe(expected);
});

test('a whole disk, and folders on another', async () => {
  const without = GOOD.filter((line) => !line.startsWith('OnAccessIncludePath'));
  const of = (line: string, mounts = MOUNTS) => isOn({ lines: [...without, line], mounts });
  expect(await of('OnAccessMountPath /')).toBe(true);
  expect(await of('OnAccessMountPath /srv')).toBe(false);
  expect(await of('OnAccessMountPath /', `${MOUNTS}/dev/sda3 /home ext4 rw 0 0\n`)).toBe(false);
  expect(await of('OnAccessMountPath /home', `${MOUNTS}/dev/sda3 /home ext4 rw 0 0\n`)).toBe(true);
  expect(await of('OnAccessIncludePath /home', `${MOUNTS}tank/nadia /home/nadia zfs rw 0 0\n`)).toBe(false);
  expect(await of('OnAccessIncludePath /home', '')).toBe(null);
  expect(await of('User clamav')).toBe(false);
});

test.each([
  ['OnAccessPrevention no', false],
  ['OnAccessPrevention perhaps', null],
  ['OnAccessPrevention 1', true],
  ['MaxFileSize 1', false],
  ['MaxFileSize 0', true],
  ['OnAccessMaxFileSize 1', false],
  ['OnAccessMaxFileSize 64K', false],
  ['MaxScanSize 1K', false],
  ['MaxScanTime 1', false],
  ['MaxFileSize much', null],
  ['OnAccessDisableDDD yes', false],
])('%s: %s', async (line, expected) => {
  expect(await instead(line)).toBe(expected);
});

test('nothing is prevented where nothing is said, and what is said in two ways is not known', async () => {
  expect(await isOn({ lines: GOOD.filter((line) => !line.startsWith('OnAccessPrevention')) })).toBe(false);
  expect(await withLines('OnAccessPrevention no')).toBe(null);
});

test('lists on the command line', async () => {
  const files = { '/etc/leave-out': '/home\n', '/etc/watch': '/home\n' };
  expect(await isOn({ words: ['-F', '--exclude-list=/etc/leave-out'], files })).toBe(false);
  expect(await isOn({ words: ['-F', '-e', '/etc/leave-out'], files })).toBe(false);
  expect(await isOn({ words: ['-F', '-e', '/root/closed'], files })).toBe(null);
  const without = GOOD.filter((line) => !line.startsWith('OnAccessIncludePath'));
  expect(await isOn({ lines: without, words: ['-F', '--watch-list=/etc/watch'], files })).toBe(true);
  expect(await isOn({ words: ['-F', '--config-file=/root/own.conf'] })).toBe(null);
  expect(await isOn({ words: ['-F', '--config-file=/etc/clamav/clamd.conf'] })).toBe(true);
});

test.each(['TS', 'ST', 'tS', 'ZS'])('a program that someone has stopped protects no one: %s', async (kernel) => {
  expect(await isOn({ kernel })).toBe(false);
});

test('a frozen unit protects no one', async () => {
  expect(await isOn({ frozen: 'clamd' })).toBe(false);
  expect(await isOn({ frozen: 'clamonacc' })).toBe(false);
});

test('definitions are those of the folder that the daemon has them from', async () => {
  expect(await clamav({})).toMatchObject({ definitionsFrom: '2026-11-19T08:34:20.000Z', areDefinitionsCurrent: null });
  const elsewhere = { lines: [...GOOD, 'DatabaseDirectory /srv/db/'] };
  expect(await clamav(elsewhere)).toMatchObject({ definitionsFrom: null, areDefinitionsCurrent: false });
  const usual = { lines: [...GOOD, 'DatabaseDirectory /var/lib/clamav'] };
  expect(await clamav(usual)).toMatchObject({ definitionsFrom: '2026-11-19T08:34:20.000Z' });
});
