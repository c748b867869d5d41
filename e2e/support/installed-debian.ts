import { execFile } from 'node:child_process';
import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type BrowserContext, chromium } from 'playwright-core';
import { buildExtension } from '../../scripts/build-extension.ts';
import { findBrowser } from '../../scripts/browser/find-browser.ts';
import { withExtension } from '../../scripts/browser/test-arguments.ts';
import { type Booted, type BootedLinux, bootLinux } from './booted-linux.ts';
import type { Gate } from './gate.ts';
import { letIn } from './let-in.ts';
import { root } from './processes.ts';

const run = promisify(execFile);
const say = (line: string) => void process.stdout.write(`${line}\n`);

/** Its own, in pictures too, and not that of the machine that the tests run on. */
const HOST_NAME = 'nadia-lt-0427';

/** Builds the package of Debian and the extension for this gate, and boots a Debian that has both at hand. */
export async function bootForPackage(gate: Gate, folder: string, updateKeys: string): Promise<Booted> {
  const packages = join(folder, 'packages');
  await run(
    process.execPath,
    [
      join(root, 'scripts/package.ts'),
      ...['--origin', gate.url, '--demo', '--server-key', join(gate.dataFolder, 'grant-key.json')],
      ...['--only', 'deb', '--out', packages, '--update-keys', updateKeys],
    ],
    // What is tried is what the package does, not how small it is.
    { cwd: root, env: { ...process.env, DPKG_DEB_COMPRESSOR_LEVEL: '0' } },
  );
  const extension = join(folder, 'extension');
  await buildExtension({ outDir: extension, origins: [gate.url], isDemo: true });
  return bootLinux({
    installed: ['systemd-sysv', 'dbus', 'dbus-daemon', 'polkitd', 'pkexec', 'procps'],
    fetched: [],
    folders: { '/srv/packages': packages, '/srv/extension': extension },
    tell: (line) => say(`Progress: a Debian of its own, ${line}`),
  });
}

/** Installs the package, and opens a real Chromium with the extension over there, as the person Nadia. */
export async function openBrowserInside(linux: BootedLinux, gate: Gate, folder: string): Promise<BrowserContext> {
  await linux.write('/etc/hostname', `${HOST_NAME}\n`);
  await linux.run(['hostname', HOST_NAME]);
  await linux.run(['sh', '-c', 'dpkg --install /srv/packages/*.deb'], { timeoutMs: 120_000 });
  for (const address of [gate.url, gate.workApp]) await letIn(linux, address);
  const found = findBrowser();
  if (found === null) throw new Error('No Chromium-family browser was found.');
  const starter = join(folder, 'browser');
  const inside = linux.words([found.executable], { user: 'nadia' });
  await writeFile(starter, `#!/bin/sh\nexec ${inside.map((word) => `'${word}'`).join(' ')} "$@"\n`);
  await chmod(starter, 0o755);
  return chromium.launchPersistentContext(join(folder, 'profile'), {
    executablePath: starter,
    headless: true,
    args: withExtension('/srv/extension'),
  });
}
