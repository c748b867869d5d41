import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, chown, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSigningKey, publicJwk } from '@vestibule/device-keys';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildClient } from '../../../scripts/build-client.ts';
import { INSTALL_SCRIPT } from '../../../scripts/package/install-script.ts';

const NOBODY = 65_534;
const IS_ROOT = process.getuid?.() === 0;
const FIX = '[{"fixActionType":"OsAutoUpdateEnable"}]';

let folder: string;
let launcher: string;
/** A folder of an account without rights, with tools that leave a mark. */
let evil: string;
const mark = () => join(evil, 'it-ran');

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vestibule-release-'));
  await chmod(folder, 0o755);
  evil = join(folder, 'evil');
  ({ launcher } = await buildClient({ outDir: join(folder, 'workplace'), build: 'release' }));
  for (const below of ['', 'usr/bin', 'usr/sbin', 'bin', 'sbin']) {
    await mkdir(join(evil, below), { recursive: true });
    for (const name of ['systemctl', 'readlink', 'env', 'id', 'findmnt', 'lsblk', 'ufw', 'nft', 'apt-config']) {
      await writeFile(join(evil, below, name), `#!/bin/sh\nid > ${mark()}\n`, { mode: 0o755 });
    }
  }
  await writeFile(join(evil, 'required.cjs'), `require('node:fs').writeFileSync(${JSON.stringify(mark())}, '')\n`);
  if (!IS_ROOT) return;
  for (const path of ['.', ...(await readdir(evil, { recursive: true }))])
    await chown(join(evil, path), NOBODY, NOBODY);
});

afterAll(() => rm(folder, { recursive: true, force: true }));

const hostile = () => ({
  PATH: evil,
  HOME: evil,
  TMPDIR: evil,
  XDG_DATA_HOME: evil,
  NODE_OPTIONS: `--require ${join(evil, 'required.cjs')}`,
  NODE_PATH: evil,
  NODE_COMPILE_CACHE: join(evil, 'cache'),
  NODE_REDIRECT_WARNINGS: mark(),
  OPENSSL_CONF: join(evil, 'openssl.cnf'),
  GCONV_PATH: evil,
  DBUS_SYSTEM_BUS_ADDRESS: `unixexec:path=${join(evil, 'systemctl')}`,
  WORKPLACE_SYSTEM_ROOT: evil,
});

interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

function run(program: string, words: readonly string[], env: Record<string, string> = {}): Promise<Ran> {
  return new Promise((resolve) => {
    execFile(program, [...words], { env, cwd: evil }, (error, stdout, stderr) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, stdout, stderr }),
    );
  });
}

test('a release does not hold the words by which a folder could stand for the computer', async () => {
  const scripts = (await readdir(join(folder, 'workplace'))).filter((name) => /\.(mjs|cmd)$|^workplace$/.test(name));
  expect(scripts.length).toBeGreaterThan(3);
  for (const name of scripts) {
    const text = await readFile(join(folder, 'workplace', name), 'utf8');
    expect([name, /system-root|SYSTEM_ROOT/i.exec(text)?.[0]]).toEqual([name, undefined]);
  }
  expect((await run(launcher, ['--help'])).stdout).not.toMatch(/root/i);
});

test('a release takes the option for one that is not there, before a command and behind it', async () => {
  for (const words of [
    ['--system-root', evil, 'apply-fixes', FIX],
    [`--system-root=${evil}`, 'apply-fixes', FIX],
    ['apply-fixes', FIX, '--system-root', evil],
    ['apply-fixes', `--system-root=${evil}`, FIX],
  ]) {
    const { code, stderr } = await run(launcher, words);
    expect([code, stderr]).toEqual([2, expect.stringContaining('There is no option "--system-root')]);
  }
  expect(existsSync(mark())).toBe(false);
});

test('a hostile environment and working directory have a release run nothing of theirs', async () => {
  await symlink(launcher, join(folder, 'linked'));
  const { code, stdout } = await run(join(folder, 'linked'), ['check', '--json'], hostile());
  expect([0, 1]).toContain(code);
  expect(JSON.parse(stdout)).toMatchObject({ client: { systemRoot: 'real' } });
  expect(existsSync(mark())).toBe(false);
});

test('neither has it the script that installs a release', async () => {
  const script = join(folder, 'install.sh');
  await writeFile(script, INSTALL_SCRIPT, { mode: 0o755 });
  expect((await run('/bin/sh', [script, '--help'], { ...hostile(), CDPATH: evil })).stdout).toContain('install.sh');
  expect(existsSync(mark())).toBe(false);
});

describe.runIf(IS_ROOT)('started by root', () => {
  /** The launcher before a program that tells what it was given. */
  async function launch(env: Record<string, string>): Promise<readonly string[]> {
    const stub = join(folder, 'stub');
    await mkdir(stub, { recursive: true });
    await writeFile(join(stub, 'node'), '#!/bin/sh\nexec /usr/bin/env\n', { mode: 0o755 });
    await writeFile(join(stub, 'workplace'), await readFile(launcher), { mode: 0o755 });
    const { stdout } = await run(join(stub, 'workplace'), [], env);
    return stdout.split('\n').flatMap((line) => line.split('=', 1)[0] || []);
  }

  test('the launcher hands on a few names, and no other', async () => {
    const names = await launch({ ...hostile(), TERM: 'xterm', https_proxy: 'http://proxy.example', LD_BIND_NOW: '1' });
    expect(names.filter((name) => !['PWD', 'OLDPWD', 'SHLVL', '_'].includes(name)).toSorted()).toEqual(
      ['HOME', 'PATH', 'TERM', 'XDG_DATA_HOME', 'https_proxy'].toSorted(),
    );
  });

  test('it uses no state folder that another can change', async () => {
    const asked = { WORKPLACE_STATE: join(evil, 'state') };
    for (const { code, stderr } of [
      await run(launcher, ['--state', join(evil, 'state'), 'keys']),
      await run(launcher, ['keys'], asked),
    ]) {
      expect([code, stderr]).toEqual([2, expect.stringContaining('root does not use it')]);
    }
    expect(existsSync(join(evil, 'state'))).toBe(false);
  });

  test.each([
    [['--state', '/root', 'status']],
    [['status']],
    [['apply-fixes', FIX, '--answer', 'x']],
    [['apply-fixes', FIX, `chrome-extension://${'a'.repeat(32)}/`]],
    [[`chrome-extension://${'a'.repeat(32)}/`]],
    [['update', '--scope', 'machine']],
    [['install-software', '/tmp/evil.deb']],
    [['--state', '/root', 'install-software']],
  ])('by the prompt, which anybody may call with any words, %j does nothing', async (words) => {
    const { code, stdout, stderr } = await run(launcher, words, { PKEXEC_UID: String(NOBODY) });
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain('carries out fixes and does nothing else');
  });

  test('the prompt’s own words are understood', async () => {
    const { code, stderr } = await run(launcher, ['apply-fixes', '["reboot"]'], { PKEXEC_UID: String(NOBODY) });
    expect([code, stderr]).toEqual([2, expect.stringContaining('That is no list of fixes.')]);
  });

  test('software is installed by no program that others can write to, whatever comes through the pipe', async () => {
    const { code, stdout } = await run(launcher, ['install-software'], { PKEXEC_UID: String(NOBODY) });
    expect([code, JSON.parse(stdout)]).toEqual([
      1,
      { ok: false, outcome: 'not-possible', detail: 'Only an administrator can install software for this computer.' },
    ]);
  });

  test('what it makes is not for others to write, whatever it was started with', async () => {
    const state = join(folder, 'state');
    const key = JSON.stringify(publicJwk(await createSigningKey()));
    const place = ['--state', join(state, 'a/b'), '--browser-profile', join(state, 'profile')];
    const trust = ['--portal', 'https://portal.example', '--server-key', key, '--extension-id', 'a'.repeat(32)];
    await run('/bin/sh', ['-c', 'umask 000; exec "$@"', 'sh', launcher, 'install', ...place, ...trust]);
    const writable = await run('/usr/bin/find', [state, '-perm', '/022', '!', '-type', 'l']);
    expect([existsSync(state), writable.stdout]).toEqual([true, '']);
  });
});

describe.runIf(IS_ROOT)('a development build', () => {
  test('takes no folder of another for the computer where root starts it', async () => {
    const built = await buildClient({ outDir: join(folder, 'development'), build: 'development' });
    for (const { code, stderr } of [
      await run(built.launcher, ['--system-root', evil, 'apply-fixes', FIX]),
      await run(built.launcher, ['apply-fixes', FIX], { WORKPLACE_SYSTEM_ROOT: evil }),
    ]) {
      expect([code, stderr]).toEqual([2, expect.stringContaining('root does not use it')]);
    }
    expect(existsSync(mark())).toBe(false);
  });
});
