import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CHECK_TYPES } from '@vestibule/contracts';
import { createSigningKey, publicJwk } from '@vestibule/device-keys';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bundleClient } from '../../scripts/build-client.ts';
import { assembleArchive } from '../../scripts/package/archive.ts';
import { type BootedLinux, bootLinux } from '../support/booted-linux.ts';
import { VIRTUAL_LINUX } from '../support/virtual-linux.ts';
import { LANES } from './all.ts';
import { DISK_ENCRYPTION, DRIVE_TOOLS } from './disk-encryption.ts';
import { runDisks } from './run-disks.ts';
import { type Judged, runLanes } from './run-states.ts';
import { stepsOf } from './state.ts';

/** Subjects that are asked for by name (`npm run states -- --only password`); all when none is. */
const only = (process.env['VESTIBULE_STATES'] ?? '').split(',').filter(Boolean);
const lanes = LANES.map((lane) => lane.filter(({ name }) => only.length === 0 || only.includes(name)));
const hasDrives = only.length === 0 || only.includes(DISK_ENCRYPTION.name);
const subjects = [...lanes.flat(), ...(hasDrives ? [DISK_ENCRYPTION] : [])];

/** It takes a tenth of that where the computer has nothing else to do; past it, nothing would be said of any state. */
const RUN_TIMEOUT_MS = 3_600_000;
const say = (line: string) => void process.stdout.write(`${line}\n`);

/** What the server alone knows is not read here. */
const POLICY = `version: 1
workplaceAccessPolicy: Strict
checks:
${CHECK_TYPES.filter((check) => check !== 'KnownDevice')
  .map((check) => `  ${check}: { severity: required }\n`)
  .join('')}`;

const folder = await mkdtemp(join(tmpdir(), 'vestibule-states-'));
await mkdir(join(folder, 'bundle'));
await bundleClient(join(folder, 'bundle'), 'release');
await assembleArchive(join(folder, 'archive'), 'linux-x64', {
  version: '3.7.0',
  bundle: join(folder, 'bundle'),
  provisioning: {
    version: 1,
    portals: [{ origin: 'http://127.0.0.1:8098', serverKey: publicJwk(await createSigningKey()) }],
    extensionIds: ['cnbmglijjmmmdgkhgonehoohiannpofe'],
  },
  madeAt: new Date(0),
  tell: () => undefined,
});
const booted = await bootLinux({
  installed: [
    ...['systemd-sysv', 'dbus', 'dbus-daemon', 'polkitd', 'accountsservice', 'nftables', 'iproute2', 'procps'],
    ...['dconf-cli', 'dconf-service', 'dconf-gsettings-backend', 'libglib2.0-bin', 'gsettings-desktop-schemas'],
    ...[
      'ufw',
      'firewalld',
      'unattended-upgrades',
      'dnf',
      'zypper',
      'snapd',
      'clamav',
      'clamav-daemon',
      'clamav-freshclam',
    ],
    ...['greetd', 'lightdm', 'lxdm', 'sddm', 'xvfb', 'x11-xserver-utils', 'xfconf', 'xfce4-session'],
    ...['mate-session-manager', 'mate-screensaver', 'cinnamon-screensaver', 'xscreensaver'],
    ...['i3-wm', 'i3lock', 'xss-lock', 'xautolock', 'sway', 'swayidle', 'swaylock'],
    ...(hasDrives ? [...VIRTUAL_LINUX.installed, ...DRIVE_TOOLS] : []),
  ],
  fetched: ['dropbear-bin', 'light-locker', ...(hasDrives ? VIRTUAL_LINUX.fetched : [])],
  folders: { '/srv/archive': join(folder, 'archive') },
  tell: (line) => say(`Progress: a Debian of its own, ${line}`),
});
if (!booted.ok) say(`Skipped: ${booted.reason}.`);
afterAll(async () => {
  if (booted.ok) await booted.linux.close();
  await rm(folder, { recursive: true, force: true });
});

describe.skipIf(!booted.ok)('states of a computer, made for real and read by the built client', () => {
  const linux: BootedLinux = booted.ok ? booted.linux : (undefined as never);
  let judged: readonly Judged[] = [];

  beforeAll(async () => {
    await linux.write('/etc/policy.yaml', POLICY);
    const installed = await linux.run(['/srv/archive/install.sh']);
    if (installed.code !== 0) throw new Error(installed.stderr);
    const start = Date.now();
    // The drives are those of a computer of its own, so nothing waits for the other.
    const sides = [runLanes(linux, lanes), ...(hasDrives ? [runDisks(linux, DISK_ENCRYPTION)] : [])];
    judged = (await Promise.all(sides)).flat();
    say(`Progress: ${judged.length} readings in ${Math.round((Date.now() - start) / 1000)} s`);
  }, RUN_TIMEOUT_MS);

  const wrongOf = (readings: readonly Judged[]) =>
    readings.flatMap(({ state, readBy, problem, got, found }) => [
      ...(problem === null ? [] : [`${state.name}: ${problem}`]),
      ...Object.entries(state.expected)
        .filter(([check, verdict]) => got[check as keyof typeof got] !== verdict)
        .map(([check, verdict]) => `${state.name}, read by ${readBy}: ${check} is not ${verdict} ${found}`),
    ]);

  describe.each(subjects)('$name', (subject) => {
    test.each(subject.states)('$name', (state) => {
      const readings = judged.filter((one) => one.subject === subject.name && one.state.name === state.name);
      expect(readings.length).toBeGreaterThan(0);
      const wrong = wrongOf(readings);
      if (state.isOpen !== true) expect(wrong).toEqual([]);
      else if (wrong.length === 0) say(`Progress: "${state.name}" is judged right by now: take its mark away`);
    });

    test('everything is as it was between them and afterwards', () => {
      const between = judged.filter((one) => one.subject === subject.name && !one.isCounted);
      expect(between).toHaveLength(stepsOf(subject).filter(({ isCounted }) => !isCounted).length);
      expect(wrongOf(between)).toEqual([]);
    });
  });
});
