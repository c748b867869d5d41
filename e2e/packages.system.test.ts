import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '@vestibule/testing/free-port';
import { TEST_BROWSER_ARGUMENTS, withExtension } from '../scripts/browser/test-arguments.ts';
import { findBrowser } from '../scripts/browser/find-browser.ts';
import { buildExtension } from '../scripts/build-extension.ts';
import { source as nsisSource } from '../scripts/package/nsis.ts';
import { type Gate, startGate } from './support/gate.ts';
import { root } from './support/processes.ts';

const run = promisify(execFile);

/** What every Debian of today fulfils: the sign-in is about the package, not about this machine. */
const POLICY = 'version: 1\nworkplaceAccessPolicy: Strict\nchecks:\n  OSSupported: { severity: required }\n';

/** Debian’s Chromium takes options for everyone from here. */
const FLAGS = '/etc/chromium.d/vestibule-test';

let folder: string;
let packages: string;
let gate: Gate;

/** Not every root has the folders of the system's programs in its path, and dpkg wants them there. */
const dpkg = (words: readonly string[]) =>
  run('dpkg', words, { env: { ...process.env, PATH: `${process.env['PATH']}:/usr/sbin:/sbin` } });

/** Builds packages for the gate as an administrator does. */
async function build(out: string, kinds: string, env: NodeJS.ProcessEnv = {}): Promise<void> {
  await run(
    process.execPath,
    [
      join(root, 'scripts/package.ts'),
      ...['--origin', gate.url, '--demo', '--server-key', join(gate.dataFolder, 'grant-key.json')],
      ...['--only', kinds, '--out', out, '--update-keys', join(folder, 'update-keys')],
    ],
    { cwd: root, env: { ...process.env, SOURCE_DATE_EPOCH: '1790000000', ...env } },
  );
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vestibule-packages-'));
  packages = join(folder, 'packages');
  const data = join(folder, 'data');
  await mkdir(data);
  process.env['VESTIBULE_DOWNLOADS'] = packages;
  gate = await startGate(data, POLICY, true);
  await build(packages, 'deb,linux,msi,nsis,macos,extension');
  // Compressing them takes minutes where other things run as well.
}, 900_000);

afterAll(async () => {
  await gate?.stop();
  await rm(FLAGS, { force: true });
  if (existsSync('/opt/workplace')) await dpkg(['--purge', 'workplace']);
  await rm(folder, { recursive: true, force: true });
});

/** A line for each file, in the form of SHA256SUMS. */
async function hashesIn(of: string): Promise<readonly string[]> {
  const names = (await readdir(of)).toSorted();
  return Promise.all(
    names.map(
      async (name) =>
        `${createHash('sha256')
          .update(await readFile(join(of, name)))
          .digest('hex')}  ${name}`,
    ),
  );
}

test('the same sources give the same bytes', { timeout: 300_000 }, async () => {
  // As small as it gets takes minutes, and says nothing more about it.
  const env = { DPKG_DEB_COMPRESSOR_LEVEL: '0' };
  const folders = ['once', 'twice'].map((name) => join(folder, name));
  await Promise.all(folders.map((out) => build(out, 'deb,extension', env)));
  const [once, twice] = await Promise.all(folders.map(hashesIn));
  expect(once).toHaveLength(4);
  expect(twice).toEqual(once);
  const extensions = (lines: readonly string[]) => lines.filter((line) => line.includes('extension'));
  expect(await hashesIn(packages)).toEqual(expect.arrayContaining(extensions(once ?? [])));
});

test.each([
  [/\.deb$|\.tar\.xz$|\.exe$/, 3, 35],
  [/\.msi$|macos.*\.tar\.gz$/, 3, 55],
  [/extension/, 2, 0.06],
])('packages like %s are no larger than people wait for', async (kind, count, megabytes) => {
  const names = (await readdir(packages)).filter((name) => kind.test(name));
  expect(names).toHaveLength(count);
  const sizes = await Promise.all(names.map(async (name) => (await stat(join(packages, name))).size));
  expect(Math.max(...sizes)).toBeLessThanOrEqual(megabytes * 1_000_000);
});

test('the installer for Windows holds the runtime as its vendor signed it, and the registry entries of the browsers', async () => {
  const msi = join(packages, (await readdir(packages)).find((name) => name.endsWith('.msi')) ?? '');
  await run('msiextract', ['--directory', join(folder, 'msi'), msi]);
  const node = (await readdir(join(folder, 'msi'), { recursive: true })).find((name) => name.endsWith('node.exe'));
  const hash = createHash('sha256')
    .update(await readFile(join(folder, 'msi', node ?? '')))
    .digest('hex');
  expect(hash).toBe('cea6ac365f9bb9586dafd2084d996e092e7d3e7d07ab52d1f76bf53d1fca9bc4');
  const { stdout } = await run('msiinfo', ['export', msi, 'Registry']);
  for (const browser of ['Google\\Chrome', 'Microsoft\\Edge', 'Mozilla'])
    expect(stdout).toContain(`SOFTWARE\\${browser}\\NativeMessagingHosts\\com.vestibule.workplace`);
});

test('both installers for Windows put Workplace into the Start menu [S2.092]', async () => {
  const msi = join(packages, (await readdir(packages)).find((name) => name.endsWith('.msi')) ?? '');
  const { stdout: shortcuts } = await run('msiinfo', ['export', msi, 'Shortcut']);
  const entry = shortcuts.split(/\r?\n/).find((line) => line.startsWith('w_')) ?? '';
  expect(entry.split('\t').slice(1, 6)).toEqual([
    'ProgramMenuFolder',
    'Workplace',
    'w_Start_menu',
    '[INSTALLDIR]workplace.cmd',
    'open',
  ]);
  const { stdout: steps } = await run('msiinfo', ['export', msi, 'InstallExecuteSequence']);
  for (const step of ['CreateShortcuts', 'RemoveShortcuts']) expect(steps).toContain(step);
  const source = nsisSource('3.7.0', 'out.exe', ['workplace.cmd', 'workplace.ico'], []);
  expect(source).toContain(
    'CreateShortcut "$SMPROGRAMS\\Workplace.lnk" "$INSTDIR\\workplace.cmd" "open" "$INSTDIR\\workplace.ico"',
  );
  expect(source).toContain('Delete "$SMPROGRAMS\\Workplace.lnk"');
});

test('the archives for macOS hold an application that opens Workplace', async () => {
  const names = (await readdir(packages)).filter((name) => name.includes('macos'));
  expect(names).toHaveLength(2);
  for (const name of names) {
    const { stdout } = await run('tar', ['--list', '--verbose', '--file', join(packages, name)]);
    expect(stdout).toMatch(/^-rwxr-xr-x .*Workplace\.app\/Contents\/MacOS\/Workplace$/m);
    for (const file of ['Info.plist', 'Resources/workplace.icns']) expect(stdout).toContain(`Contents/${file}`);
  }
});

describe('a computer without Workplace', () => {
  let browser: BrowserContext;
  let page: Page;

  beforeAll(async () => {
    const extension = join(folder, 'extension');
    await buildExtension({ outDir: extension, origins: [gate.url], isDemo: true });
    const found = findBrowser();
    if (found === null) throw new Error('No Chromium-family browser was found.');
    const home = join(folder, 'home');
    await mkdir(home);
    const { XDG_CONFIG_HOME: _config, XDG_DATA_HOME: _data, ...environment } = process.env;
    browser = await chromium.launchPersistentContext(join(folder, 'profile'), {
      executablePath: found.executable,
      headless: true,
      env: { ...environment, HOME: home },
      args: withExtension(extension),
    });
    page = browser.pages()[0] ?? (await browser.newPage());
  });

  afterAll(() => browser?.close());

  test('the person downloads the package from the portal, installs it, and is let in', async () => {
    await page.goto(`${gate.workApp}/start`);
    await page.getByRole('textbox', { name: /login/i }).fill('nadia');
    await page.getByLabel(/^password/i).fill('doorway-2026');
    await page.getByRole('button', { name: /^sign in$/i }).click();

    await page.getByRole('heading', { name: 'Install Workplace on this computer' }).waitFor();
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download' }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toMatch(/^workplace_.*_amd64\.deb$/);
    const file = join(folder, download.suggestedFilename());
    await download.saveAs(file);

    const { stdout } = await dpkg(['--install', file]);
    expect(stdout).toContain('Everyone on this computer can now sign in');
    await page.getByText('Signed in as Nadia Keller').waitFor();
  });

  test('the menu entry that came with it opens the person’s page, signed in [S2.092, S7.016]', async () => {
    const home = join(folder, 'home');
    const port = await freePort();
    // The browser that Debian installs reads these for everyone: so it starts without a display, and can be looked into.
    const own = [...TEST_BROWSER_ARGUMENTS, '--headless', `--remote-debugging-port=${port}`];
    await writeFile(FLAGS, `CHROMIUM_FLAGS="${own.join(' ')} --user-data-dir=${join(home, 'window')}"\n`);
    await run('chown', ['-R', 'nobody', home]);
    await run('chmod', ['755', folder]);
    const entry = await readFile('/usr/share/applications/workplace.desktop', 'utf8');
    const [program = '', ...words] = (/^Exec=(.*)$/m.exec(entry)?.[1] ?? '').split(' ');
    expect([program, ...words]).toEqual(['/opt/workplace/workplace', 'open']);
    const env = ['env', '-i', `HOME=${home}`, 'PATH=/usr/bin:/bin'];
    await run('setpriv', ['--reuid=nobody', '--clear-groups', ...env, program, ...words]);
    await expect
      .poll(() =>
        fetch(`http://127.0.0.1:${port}/json/version`).then(
          ({ ok }) => ok,
          () => false,
        ),
      )
      .toBe(true);
    const window = await chromium.connectOverCDP(`http://127.0.0.1:${port}`);
    const [context] = window.contexts();
    // The browser answers before its first window is there.
    const shown = context?.pages()[0] ?? (await context?.waitForEvent('page'));
    await shown?.getByRole('heading', { name: 'You are signed in' }).waitFor();
    expect(shown?.url()).toBe(`${gate.url}/online/session-status`);
    await window.close();
    await run('chown', ['-R', 'root', home]);
  });

  test('only an administrator can change what was installed', async () => {
    const { stdout } = await run('find', [
      '/opt/workplace',
      '(',
      '!',
      '-user',
      'root',
      '-o',
      '-perm',
      '/022',
      ')',
      '-not',
      '-type',
      'l',
    ]);
    expect(stdout).toBe('');
  });

  test('an administrator can have it updated by a timer, which is off until then', () => {
    expect(existsSync('/usr/lib/systemd/system/workplace-update.timer')).toBe(true);
    expect(existsSync('/etc/systemd/system/timers.target.wants/workplace-update.timer')).toBe(false);
  });

  test('the doctor finds every link of the chain in order', async () => {
    const { stdout } = await run('/usr/bin/workplace', [
      'doctor',
      '--state',
      join(folder, 'home/.local/share/workplace'),
    ]);
    expect(stdout).not.toMatch(/^(?!ok)\S+ {2,}/m);
    expect(stdout).toContain('/etc/chromium/native-messaging-hosts/com.vestibule.workplace.json');
  });

  test('removing the package takes everything back', async () => {
    await dpkg(['--remove', 'workplace']);
    expect(existsSync('/opt/workplace/workplace')).toBe(false);
    expect(existsSync('/usr/share/applications/workplace.desktop')).toBe(false);
    expect(existsSync('/usr/lib/systemd/system/workplace-update.timer')).toBe(false);
    expect(existsSync('/etc/chromium/native-messaging-hosts/com.vestibule.workplace.json')).toBe(false);
  });
});

test('the archive installs for one person, and takes itself away again', async () => {
  const home = join(folder, 'person');
  await mkdir(join(home, '.config/chromium'), { recursive: true });
  const [archive] = (await readdir(packages)).filter((name) => name.endsWith('.tar.xz'));
  await run('tar', ['-xJf', join(packages, archive ?? ''), '-C', home]);
  await run('chown', ['-R', 'nobody', home]);
  await run('chmod', ['755', folder]);
  const asNobody = (command: string) =>
    run('setpriv', [
      '--reuid=nobody',
      '--clear-groups',
      'env',
      '-i',
      `HOME=${home}`,
      'PATH=/usr/bin:/bin',
      'sh',
      '-c',
      command,
    ]);
  const installed = await asNobody(`${home}/workplace-*/install.sh`);
  expect(installed.stdout).toContain(`This computer now answers ${gate.url}`);
  const manifest = join(home, '.config/chromium/NativeMessagingHosts/com.vestibule.workplace.json');
  expect(JSON.parse(await readFile(manifest, 'utf8'))).toMatchObject({
    path: `${home}/.local/lib/workplace/workplace`,
  });

  await asNobody(`${home}/workplace-*/install.sh --remove`);
  expect(existsSync(manifest)).toBe(false);
  expect(existsSync(join(home, '.local/lib/workplace'))).toBe(false);
});
