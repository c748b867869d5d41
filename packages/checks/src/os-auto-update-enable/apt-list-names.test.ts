import { expect, test } from 'vitest';
import { judgeReading } from '../judge-reading.ts';
import { osAutoUpdateEnable } from './definition.ts';
import { createFakeApt, LISTS, SECURITY_LIST, SECURITY_RELEASE } from './fake-apt.ts';
import { linuxAutomaticUpdates } from './linux.ts';

async function stateOf(source: string, list: string) {
  const system = createFakeApt({
    files: { '/etc/apt/sources.list': `${source} bookworm-security main\n`, [`${LISTS}/${list}`]: SECURITY_RELEASE },
  });
  system.files.delete(SECURITY_LIST);
  const reading = await linuxAutomaticUpdates.read(system);
  return judgeReading(osAutoUpdateEnable, reading, {}, { operatingSystem: 'linux', now: system.now() }).state;
}

/** As apt 2.6 of Debian 12 named them; the first two were seen there. */
test.each([
  [
    'deb mirror+file:/etc/apt/mirrors/security.list',
    '_etc_apt_mirrors_security.list_dists_bookworm-security_InRelease',
  ],
  ['deb mirror+file:///etc/apt/mirrors/sec.list', '_etc_apt_mirrors_sec.list_dists_bookworm-security_InRelease'],
  ['deb file:/srv/mirror', '_srv_mirror_dists_bookworm-security_Release'],
  ['deb copy:///srv/mirror/', '_srv_mirror_dists_bookworm-security_InRelease'],
  ['deb mirror://mirrors.example/list', 'mirrors.example_list_dists_bookworm-security_InRelease'],
  ['deb http://apt.example/debian_security', 'apt.example_debian%5fsecurity_dists_bookworm-security_InRelease'],
  ['deb https://nadia:secret@apt.example/security', 'apt.example_security_dists_bookworm-security_InRelease'],
  ['deb http://apt.example:8080/security', 'apt.example:8080_security_dists_bookworm-security_InRelease'],
])('%s is fetched into %s', async (source, list) => {
  expect(await stateOf(source, list)).toBe('passed');
  expect(await stateOf(source, `other-${list}`)).toBe('unknown');
});

test('a disc is no source of updates', async () => {
  expect(await stateOf('deb cdrom:[Debian_12]/', 'Debian%5f12_dists_bookworm-security_InRelease')).toBe('failed');
});
