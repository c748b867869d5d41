import { describe, expect, test } from 'vitest';
import { judgeReading } from '../judge-reading.ts';
import { isHarmless, stops } from './apt-hooks.ts';
import { osAutoUpdateEnable } from './definition.ts';
import { createFakeApt, type FakeAptOptions, GOOD_DUMP, packagesOf, SUM } from './fake-apt.ts';
import { linuxAutomaticUpdates } from './linux.ts';

async function stateOf(options: FakeAptOptions) {
  const system = createFakeApt(options);
  const reading = await linuxAutomaticUpdates.read(system);
  return judgeReading(osAutoUpdateEnable, reading, {}, { operatingSystem: 'linux', now: system.now() }).state;
}

const withLine = (line: string, files: FakeAptOptions['files'] = {}) =>
  stateOf({ dump: `${GOOD_DUMP}${line}\n`, files });

test.each([
  ['DPkg::Pre-Invoke:: "exit 1";', 'failed'],
  ['DPkg::Pre-Invoke:: "/bin/false";', 'failed'],
  ['Binary::apt-get::APT::Update::Pre-Invoke:: "false";', 'failed'],
  ['APT::Update::Pre-Invoke:: "false";', 'failed'],
  ['DPkg::Pre-Install-Pkgs:: "exit 1";', 'failed'],
  ['DPkg::Pre-Invoke:: "/usr/local/bin/ask-first";', 'unknown'],
  ['DPkg::Pre-Invoke:: "kill $PPID";', 'unknown'],
  ['DPkg::Pre-Invoke:: "test -e /etc/allow";', 'unknown'],
  ['DPkg::Pre-Invoke:: "mount -o remount,rw /usr";', 'passed'],
  ['DPkg::Pre-Invoke:: "echo begins > /dev/null; touch /run/begins || true";', 'passed'],
  ['DPkg::Pre-Install-Pkgs:: "/usr/sbin/dpkg-preconfigure --apt || true";', 'passed'],
  ['DPkg::Post-Invoke:: "/usr/local/bin/tell-the-company";', 'passed'],
  ['APT::Update::Post-Invoke:: "rm -rf /var/lib/apt/lists/*";', 'unknown'],
  ['APT::Update::Post-Invoke:: "rm -f /var/cache/apt/archives/*.deb || true";', 'passed'],
  ['Dir::Bin::dpkg "/bin/true";', 'unknown'],
  ['Dir::Bin::dpkg "/usr/bin/dpkg";', 'passed'],
  ['Debug::pkgDPkgPM "true";', 'failed'],
  ['Debug::pkgDPkgPM "1";', 'failed'],
  ['Debug::pkgDPkgPM "Yes";', 'failed'],
  ['Debug::pkgDPkgPM "no";', 'passed'],
  ['Debug::pkgDPkgPM "0";', 'passed'],
  ['Debug::pkgDPkgPM "perhaps";', 'unknown'],
  ['DPkg::Chroot-Directory "/srv/other";', 'unknown'],
  ['DPkg::Options:: "--force-confold";', 'passed'],
  ['DPkg::Options:: "--no-act";', 'failed'],
  ['DPkg::Options:: "--root=/srv/other";', 'unknown'],
])('%s: %s', async (line, state) => {
  expect(await withLine(line)).toBe(state);
});

describe('a command that a package brought', () => {
  const HOOK = 'test -x /usr/bin/apt-listchanges && /usr/bin/apt-listchanges --apt || test $? -lt 10';
  const file = '/etc/apt/apt.conf.d/20listchanges';
  const line = `DPkg::Pre-Install-Pkgs:: "${HOOK}";`;
  const text = `DPkg::Pre-Install-Pkgs {\n  "${HOOK}";\n};\n`;
  const status = (sum: string) => ({
    '/var/lib/dpkg/status': `${packagesOf(['install', 'install'])}Conffiles:\n ${file} ${sum}\n`,
  });

  test('is its own as long as no one has changed the file', async () => {
    expect(await withLine(line, { [file]: text, ...status(SUM) })).toBe('passed');
    expect(await withLine(line, { [file]: text, ...status('0'.repeat(32)) })).toBe('unknown');
    expect(await withLine(line, { [file]: text })).toBe('unknown');
    expect(await withLine(line, { ...status(SUM) })).toBe('unknown');
  });

  test('vouches for no other', async () => {
    const more = `${line}\nDPkg::Pre-Invoke:: "/usr/local/bin/ask-first";`;
    expect(await withLine(more, { [file]: text, ...status(SUM) })).toBe('unknown');
    expect(await withLine(more, { [`${file}.disabled`]: text, ...status(SUM) })).toBe('unknown');
  });
});

test.each([
  ['no-debsig\nlog /var/log/dpkg.log\nforce-unsafe-io\n', 'passed'],
  ['# no-act\n', 'passed'],
  ['path-exclude=/usr/share/doc/*\npath-include=/usr/share/doc/*/copyright\n', 'passed'],
  ['no-act\n', 'failed'],
  ['--dry-run\n', 'failed'],
  ['path-exclude=/usr/*\n', 'failed'],
  ['path-exclude /*\n', 'failed'],
  ['path-exclude=/usr/share/*\n', 'unknown'],
  ['path-exclude=/opt/company/*\n', 'unknown'],
  ['pre-invoke=/usr/local/bin/ask-first\n', 'unknown'],
  ['root=/srv/other\n', 'unknown'],
])('dpkg.cfg with %j: %s', async (text, state) => {
  expect(await stateOf({ files: { '/etc/dpkg/dpkg.cfg': text } })).toBe(state);
  expect(await stateOf({ files: { '/etc/dpkg/dpkg.cfg.d/own': text } })).toBe(state);
  expect(await stateOf({ files: { '/etc/dpkg/dpkg.cfg.d/own.off': text } })).toBe('passed');
});

test.each(['/usr/local/bin/apt-get', '/usr/local/sbin/unattended-upgrade', '/usr/local/bin/dpkg'])(
  'another program comes before the one of the package: %s',
  async (path) => {
    expect(await stateOf({ files: { [path]: '#!/bin/sh\nexit 0\n' } })).toBe('unknown');
  },
);

test.each(['/usr/bin/dpkg', '/usr/bin/dpkg-deb', '/usr/bin/apt-get', '/usr/lib/apt/methods/gpgv'])(
  '%s that no one may run',
  async (path) => {
    expect(await stateOf({ ages: { [path]: 300 }, modes: { [path]: '644' } })).toBe('failed');
    expect(await stateOf({ ages: { [path]: 300 }, modes: { [path]: '755' } })).toBe('passed');
  },
);

test('another program in the place of dpkg', async () => {
  const md5sum = ({ arguments: words }: { arguments: readonly string[] }) =>
    words.map((path) => `${path === '/usr/bin/dpkg' ? '1'.repeat(32) : SUM}  ${path}\n`).join('');
  expect(await stateOf({ commands: { md5sum } })).toBe('unknown');
});

test('what is harmless ends well whatever comes before, and what stops is said to only where nothing saves it', () => {
  expect(['true', 'echo a', 'touch /x && logger y'].map(isHarmless)).toEqual([true, true, true]);
  expect(['true | false', 'echo `x`', 'sh -c true', 'true & false', 'false || true'].map(isHarmless)).toEqual(
    Array.from({ length: 5 }, () => false),
  );
  expect(['false || true', 'true; false', 'exit 0'].map(stops)).toEqual([false, false, false]);
});
