import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createSigningKey, publicJwk } from '@vestibule/device-keys';
import { PRODUCT_VERSION } from '@vestibule/contracts';
import { type BootedLinux, bootLinux } from '../../e2e/support/booted-linux.ts';
import { bundleClient } from '../../scripts/build-client.ts';
import { EXTENSION_ID } from '../../scripts/build-extension.ts';
import { assembleArchive, makeArchive } from '../../scripts/package/archive.ts';
import { makeDebianPackage } from '../../scripts/package/debian.ts';
import { makeNsisInstaller } from '../../scripts/package/nsis.ts';
import type { PackageInput } from '../../scripts/package/program-folder.ts';
import { talkTo } from './native-messages.ts';
import { type Figure, summarise } from './statistics.ts';

const PORTAL = 'http://127.0.0.1:65001';
const WARM_UPS = 3;
/** Within half a minute after the last message the engine tidies its memory up, once; the reader ends after ten seconds. */
const SETTLED_AFTER_MS = 32_000;
const MEGABYTE = 1_000_000;
/** What a desktop has that the checks ask. */
const INSTALLED = [
  ...['systemd-sysv', 'dbus', 'dbus-daemon', 'polkitd', 'accountsservice', 'nftables', 'iproute2', 'procps'],
  ...['dconf-cli', 'dconf-service', 'dconf-gsettings-backend', 'libglib2.0-bin', 'gsettings-desktop-schemas'],
  ...['ufw', 'unattended-upgrades', 'clamav', 'clamav-daemon', 'clamav-freshclam', 'lightdm'],
];

async function inFolder<Value>(use: (folder: string, input: PackageInput) => Promise<Value>): Promise<Value> {
  const folder = await mkdtemp(join(tmpdir(), 'vestibule-bench-'));
  try {
    await mkdir(join(folder, 'bundle'));
    await bundleClient(join(folder, 'bundle'), 'release');
    return await use(folder, {
      version: PRODUCT_VERSION,
      bundle: join(folder, 'bundle'),
      provisioning: {
        version: 1,
        portals: [{ origin: PORTAL, serverKey: publicJwk(await createSigningKey()) }],
        extensionIds: [EXTENSION_ID],
      },
      madeAt: new Date(1_790_000_000_000),
      tell: () => undefined,
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Workplace installed for everyone on a Debian that is booted for it, asked by a person for whom root's reader reads: how long
 * one more reading of everything takes, and what both hold when no one asks.
 */
export function measureInstalledClient(scans: number): Promise<readonly Figure[]> {
  return inFolder(async (folder, input) => {
    await assembleArchive(join(folder, 'archive'), 'linux-x64', input);
    const folders = { '/srv/archive': join(folder, 'archive') };
    const booted = await bootLinux({ installed: INSTALLED, fetched: [], folders, tell: () => undefined });
    if (!booted.ok) throw new Error(booted.reason);
    try {
      const installed = await booted.linux.run(['/srv/archive/install.sh']);
      if (installed.code !== 0) throw new Error(installed.stderr);
      return await measureIn(booted.linux, scans);
    } finally {
      await booted.linux.close();
    }
  });
}

async function measureIn(linux: BootedLinux, scans: number): Promise<readonly Figure[]> {
  const host = linux.open(['/opt/workplace/workplace', `chrome-extension://${EXTENSION_ID}/`], { user: 'nadia' });
  const ask = talkTo(host, PORTAL);
  await ask('get-summary');
  const times: number[] = [];
  const ratios: number[] = [];
  for (let scan = 0; scan < WARM_UPS + scans; scan += 1) {
    const bare = await timeOf(() => linux.run(['/opt/workplace/node', '--eval', '0'], { user: 'nadia' }));
    const time = await timeOf(() => ask('get-summary'));
    if (scan < WARM_UPS) continue;
    times.push(time);
    ratios.push(time / bare);
  }
  const hasReader = await isReading(linux);
  if (!hasReader) throw new Error('Nothing was read by the reader: its service does not run.');
  await sleep(SETTLED_AFTER_MS);
  const held = await linux.run(['sh', '-c', 'cat /proc/$(pgrep -u nadia -f workplace.mjs | head -n 1)/smaps_rollup']);
  const whole = (Number(/^Pss:\s+(\d+) kB$/m.exec(held.stdout)?.[1]) * 1024) / MEGABYTE;
  const left = (await isReading(linux)) ? 1 : 0;
  host.kill();
  return [
    summarise('full scan with root’s reader, running client', 'ms', { medianAtMost: 300 }, times),
    // What a slow or a busy computer does to both goes out of it.
    summarise('full scan with root’s reader, in starts of a bare Node next to it', '×', { medianAtMost: 7 }, ratios),
    summarise('installed client, idle, whole memory', 'MB', { medianAtMost: 70 }, [whole]),
    summarise('readers that run while no one asks', 'count', { medianAtMost: 0 }, [left]),
  ];
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

async function isReading(linux: BootedLinux): Promise<boolean> {
  const { stdout } = await linux.run(['systemctl', 'is-active', 'workplace-reader.service']);
  return stdout.trim() === 'active';
}

/** What people download, with Node as it comes; the package for Windows where makensis is installed. */
export function measurePackages(): Promise<readonly Figure[]> {
  return inFolder(async (folder, input) => {
    const out = join(folder, 'out');
    await mkdir(out);
    await makeDebianPackage('linux-x64', out, input);
    await makeArchive('linux-x64', out, input);
    await makeNsisInstaller(out, input).catch(() => undefined);
    const names = await readdir(out);
    return Promise.all(
      names.map(async (name) =>
        summarise(`package, ${name.replace(/^.*?(?=\.(?:deb|exe|tar))/, '')}`, 'MB', { medianAtMost: 35 }, [
          (await stat(join(out, name))).size / MEGABYTE,
        ]),
      ),
    );
  });
}
