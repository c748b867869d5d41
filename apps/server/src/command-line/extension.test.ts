import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { strToU8, unzipSync, zipSync } from 'fflate';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { openCrx } from '../operations/extension-kit/testing/open-crx.ts';
import { send } from '../testing/send.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { runCommandLine } from './run-command-line.ts';

let server: TestServer;
let data: string;
let folder: string;
let out: string;

beforeAll(async () => {
  server = await startTestServer();
  data = server.dataFolder;
});
afterAll(() => server.close());
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vestibule-kit-'));
  out = join(folder, 'kit');
});
afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
  await rm(join(data, 'extension'), { recursive: true, force: true });
  vi.unstubAllEnvs();
});

interface Ran {
  readonly code: number;
  readonly said: string;
}

async function type(...words: string[]): Promise<Ran> {
  let said = '';
  const write = (text: string) => void (said += text);
  const code = await runCommandLine(['extension', '--data', data, ...words], {
    out: write,
    err: write,
    columns: undefined,
  });
  return { code, said: said.replaceAll(/\s+/g, ' ') };
}

interface Made {
  readonly version: string;
  readonly chromiumId: string | null;
  readonly firefoxId: string;
  readonly newKey: string | null;
  readonly xpiVersion: string | null;
  readonly origins: readonly string[];
  readonly goneOrigins: readonly string[];
  readonly files: readonly { readonly path: string; readonly sha256: string }[];
}

async function make(...words: string[]): Promise<Made> {
  const { code, said } = await type('--url', server.url, '--out', out, '--json', ...words);
  expect([code, code === 0 ? '' : said]).toEqual([0, '']);
  return JSON.parse(said) as Made;
}

const get = (path: string) => send(`${server.url}/downloads/extension/${path}`);

describe('vestibule extension', () => {
  test('writes what its sums say, and publishes what the server hands out at once', async () => {
    const made = await make();
    const written = (await readdir(out, { withFileTypes: true, recursive: true })).filter((entry) => entry.isFile());
    expect(written).toHaveLength(made.files.length + 1);
    for (const { path, sha256 } of made.files) {
      const hash = createHash('sha256').update(await readFile(join(out, path)));
      expect([path, hash.digest('hex')]).toEqual([path, sha256]);
      expect(await readFile(join(out, 'SHA256SUMS'), 'utf8')).toContain(`${sha256}  ${path}\n`);
    }
    const updates = await get('updates.xml');
    expect([updates.status, updates.headers.get('content-type')]).toEqual([200, 'application/xml']);
    expect(updates.text).toContain(`appid="${made.chromiumId}"`);
    const crx = await fetch(`${server.url}/downloads/extension/workplace.crx`);
    expect(crx.headers.get('content-type')).toBe('application/x-chrome-extension');
    expect(openCrx(Buffer.from(await crx.arrayBuffer()))).toMatchObject({
      id: made.chromiumId,
      isSignatureRight: true,
    });
  });

  test('makes nothing for a data folder where no gate was ever set up, and says what comes first', async () => {
    const empty = join(folder, 'empty');
    await mkdir(empty);
    for (const more of [[], ['--dry-run']]) {
      const ran = await type('--url', 'https://gate.example.com', '--out', out, '--data', empty, ...more);
      expect(ran).toMatchObject({ code: 5 });
      expect(ran.said).toContain(`No gate was ever set up in the data folder ${empty}`);
      expect(ran.said).toContain('Set it up first: vestibule setup --help');
    }
    expect([await readdir(empty), await readdir(folder)]).toEqual([[], ['empty']]);
    await writeFile(join(empty, 'vestibule.json'), '{"version":1,"publicUrl":"https://gate.example.com"}');
    expect(await type('--out', out, '--data', empty)).toMatchObject({ code: 0 });
  });

  test('makes the key once, for its owner alone, and keeps the id', async () => {
    const first = await make();
    expect(first.newKey).not.toBeNull();
    expect((await stat(first.newKey ?? '')).mode & 0o777).toBe(0o600);
    const second = await make('--portal', 'https://gate.harbour.example');
    expect(second).toMatchObject({ chromiumId: first.chromiumId, newKey: null, version: `${first.version}.1` });
    expect(await make('--portal', 'https://gate.harbour.example')).toMatchObject({ version: second.version });
  });

  test('with --dry-run writes nothing, and lists what a real run writes', async () => {
    const would = await make('--dry-run');
    expect(would).toMatchObject({ isDryRun: true, chromiumId: null, newKey: null });
    expect(await readdir(folder)).toEqual([]);
    expect(await readdir(data)).not.toContain('extension');
    const made = await make();
    expect(would.files.map(({ path }) => path)).toEqual(made.files.map(({ path }) => path));
    expect(await make('--dry-run')).toMatchObject({ chromiumId: made.chromiumId, files: made.files });
  });

  test('goes on with no other key when the one that made the id is gone', async () => {
    const { newKey } = await make();
    await rm(newKey ?? '');
    expect(await type('--url', server.url, '--out', out)).toMatchObject({
      code: 5,
      said: expect.stringContaining('Put your copy back') as unknown,
    });
    expect(await readdir(join(data, 'extension'))).not.toContain('signing-key.pem');
  });

  test('touches no folder of another person', async () => {
    await mkdir(out);
    await writeFile(join(out, 'thesis.txt'), 'years of work');
    expect(await type('--url', server.url, '--out', out)).toMatchObject({
      code: 2,
      said: expect.stringContaining('holds something else') as unknown,
    });
    expect(await readdir(out)).toEqual(['thesis.txt']);
    expect(await readdir(data)).not.toContain('extension');
  });

  test('takes no file for its folder', async () => {
    await writeFile(out, '<xml/>');
    expect(await type('--url', server.url, '--out', out)).toMatchObject({
      code: 2,
      said: expect.stringContaining('is a file or holds something else') as unknown,
    });
    expect(await readFile(out, 'utf8')).toBe('<xml/>');
  });

  test('leads the browsers of a gate to no other address', async () => {
    await make();
    const before = (await get('updates.xml')).text;
    const wrong = ['--url', 'https://other.example.com', '--out', join(folder, 'other')];
    const refusal = (sentence: string) => ({ code: 5, said: expect.stringContaining(sentence) as unknown });
    expect(await type(...wrong)).toMatchObject(refusal(`hands the extension out for ${server.url}`));
    await rm(join(data, 'extension'), { recursive: true });
    vi.stubEnv('VESTIBULE_PUBLIC_URL', server.url);
    expect(await type(...wrong, '--dry-run')).toMatchObject(refusal(`is ${server.url}, not https://other.example.com`));
    expect(await type(...wrong)).toMatchObject(refusal('--portal https://other.example.com'));
    expect(await readdir(data)).not.toContain('extension');
    expect(await readdir(folder)).not.toContain('other');
    await make();
    expect((await get('updates.xml')).text.replace(/appid="\w+"/, '')).toBe(before.replace(/appid="\w+"/, ''));
  });

  test.each([
    [['--out', 'x', '--url', 'http://gate.example.com'], 'Without https'],
    [['--out', 'x', '--url', 'https://gate.example.com/portal'], 'without a path'],
    [['--out', 'x', '--url', 'https://gate.example.com', '--portal', 'harbour'], '--portal: harbour is no address'],
    [['--url', 'https://gate.example.com'], '--out FOLDER'],
    [['--out', 'x', '--url', 'https://gate.example.com', '--data', '/nowhere'], 'no data folder'],
  ])('%j is wrong, and it says what', async (words, sentence) => {
    expect(await type(...words)).toMatchObject({ code: 2, said: expect.stringContaining(sentence) as unknown });
    expect(await readdir(data)).not.toContain('extension');
  });
});

describe('portals of other companies', () => {
  const HARBOUR = 'https://gate.harbour.example';
  const BIRCH = 'https://gate.birch.example:8443';

  /** Which portals the package answers that the server hands out. */
  async function handedOut(): Promise<string> {
    const crx = await fetch(`${server.url}/downloads/extension/workplace.crx`);
    const entries = unzipSync(openCrx(Buffer.from(await crx.arrayBuffer())).zip);
    return Buffer.from(entries['bridge.js'] ?? '').toString('utf8');
  }

  test('are answered on, whatever is made again, until someone says that one is not', async () => {
    await make('--portal', HARBOUR, BIRCH);
    const again = await make();
    expect(again).toMatchObject({ origins: [server.url, HARBOUR, BIRCH], goneOrigins: [] });
    expect(await handedOut()).toContain(JSON.stringify([server.url, HARBOUR, BIRCH]));
    const without = ['--url', server.url, '--out', out, '--without-portal', HARBOUR];
    const before = await handedOut();
    for (const more of [['--dry-run'], []]) {
      expect(await handedOut()).toBe(before);
      const ran = await type(...without, ...more);
      expect(ran).toMatchObject({ code: 0 });
      expect(ran.said).toContain(`${HARBOUR} is answered no more`);
      expect(ran.said).toContain(`Answers ${server.url}, ${BIRCH}`);
    }
    expect(await handedOut()).toContain(JSON.stringify([server.url, BIRCH]));
    expect(await make('--portal', HARBOUR)).toMatchObject({ origins: [server.url, BIRCH, HARBOUR], goneOrigins: [] });
  });

  test('are not lost when the package that is handed out cannot be read', async () => {
    await make('--portal', HARBOUR);
    const crx = join(data, 'extension/published/workplace.crx');
    await writeFile(crx, 'half a pack');
    const ran = await type('--url', server.url, '--out', out);
    expect(ran).toMatchObject({ code: 5, said: expect.stringContaining('name every portal with --portal') as unknown });
    expect(await readFile(crx, 'utf8')).toBe('half a pack');
  });

  test('and the old address of a gate that has moved is said to be answered no more', async () => {
    vi.stubEnv('VESTIBULE_PUBLIC_URL', server.url);
    await make('--portal', HARBOUR);
    vi.stubEnv('VESTIBULE_PUBLIC_URL', 'https://moved.example.com');
    const moved = await type('--url', 'https://moved.example.com', '--out', out, '--dry-run');
    expect(moved).toMatchObject({ code: 0 });
    expect(moved.said).toContain(`Answers https://moved.example.com, ${HARBOUR}`);
    expect(moved.said).toContain(`${server.url} is answered no more`);
  });

  test.each([
    ['a portal that was never answered', BIRCH, 'is not answered'],
    ['the gate’s own address', 'own', 'the gate itself'],
    ['one that is added', HARBOUR, 'both'],
    ['no address', 'harbour', '--without-portal: harbour is no address'],
  ])('%s is not taken out', async (_name, portal, sentence) => {
    await make();
    const words = ['--without-portal', portal === 'own' ? server.url : portal, '--portal', HARBOUR];
    const ran = await type('--url', server.url, '--out', out, ...words);
    expect(ran).toMatchObject({ code: 2, said: expect.stringContaining(sentence) as unknown });
  });
});

describe('the package for Firefox', () => {
  const file = () => join(folder, 'signed.xpi');

  /** As it comes back from Mozilla, who adds the signature. */
  async function sign(change: (manifest: Record<string, unknown>) => void = () => undefined, isSigned = true) {
    const { version } = await make();
    const entries = unzipSync(await readFile(join(out, `store/workplace-${version}-firefox.zip`)));
    const manifest = JSON.parse(Buffer.from(entries['manifest.json'] ?? '').toString('utf8')) as Record<
      string,
      unknown
    >;
    change(manifest);
    const signature = isSigned ? { 'META-INF/mozilla.rsa': strToU8('a signature') } : {};
    await writeFile(file(), zipSync({ ...entries, 'manifest.json': strToU8(JSON.stringify(manifest)), ...signature }));
    return version;
  }

  test('is handed out once Mozilla has signed it', async () => {
    expect((await get('workplace.xpi')).status).toBe(404);
    const version = await sign();
    expect(await make('--signed-xpi', file())).toMatchObject({ xpiVersion: version });
    const xpi = await fetch(`${server.url}/downloads/extension/workplace.xpi`);
    expect(xpi.headers.get('content-type')).toBe('application/x-xpinstall');
    expect(Buffer.from(await xpi.arrayBuffer()).equals(await readFile(file()))).toBe(true);
  });

  test.each([
    ['without a signature', () => sign(undefined, false), 'Mozilla has not signed'],
    [
      'of another installation',
      () => sign((manifest) => (manifest['browser_specific_settings'] = { gecko: { id: 'other@example' } })),
      'is other@example',
    ],
    ['of another version', () => sign((manifest) => (manifest['version'] = '1.0')), 'is version 1.0'],
    ['that is none', async () => writeFile(file(), 'nothing'), 'no package'],
  ])('%s is not taken', async (_, prepare, sentence) => {
    await prepare();
    const ran = await type('--url', server.url, '--out', out, '--signed-xpi', file());
    expect(ran).toMatchObject({ code: 2, said: expect.stringContaining(sentence) as unknown });
    expect((await get('workplace.xpi')).status).toBe(404);
  });
});

describe('the server', () => {
  test('hands out nothing before it was made', async () => {
    for (const file of ['updates.xml', 'workplace.crx', 'workplace.xpi']) expect((await get(file)).status).toBe(404);
  });

  test('has nothing else at any address', async () => {
    await make();
    const paths = [
      '',
      'extension.json',
      'signing-key.pem',
      '../signing-key.pem',
      '..%2fsigning-key.pem',
      '%2e%2e/signing-key.pem',
      'updates.xml/../../signing-key.pem',
      'updates.xml%00.pem',
      '..%5csigning-key.pem',
      'UPDATES.XML',
      'updates.xml/',
    ];
    for (const path of paths) {
      const { status, text } = await get(path);
      expect([path, status >= 400, text.includes('PRIVATE KEY')]).toEqual([path, true, false]);
    }
  });
});
