import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { connect } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { findBrowser } from '../../scripts/browser/find-browser.ts';
import { buildExtension, EXTENSION_ID } from '../../scripts/build-extension.ts';
import { openBrowser } from '../../scripts/demo/open-browser.ts';
import { freePort } from '@vestibule/testing/free-port';
import { administer } from '../support/administration.ts';
import { endProgram, root } from '../support/processes.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vestibule-trial-'));
});
afterEach(() => rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }));

interface Trial {
  readonly child: ChildProcess;
  readonly printed: () => string;
  readonly ended: Promise<number | null>;
}

function start(args: readonly string[], environment: NodeJS.ProcessEnv): Trial {
  const child = spawn(process.execPath, [join(root, 'scripts/start.ts'), ...args], {
    cwd: root,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  const read = (chunk: Buffer) => {
    printed += chunk.toString();
  };
  child.stdout.on('data', read);
  child.stderr.on('data', read);
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  return { child, printed: () => printed, ended };
}

async function waitFor(isThere: () => boolean | Promise<boolean>, what: () => string): Promise<void> {
  const until = Date.now() + 200_000;
  while (!(await isThere())) {
    if (Date.now() > until) throw new Error(`It did not happen in three minutes:\n${what()}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

function canConnect(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port }, () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}

/** Two free ports in a row: the work application takes the one after the gate's. */
async function freePair(): Promise<number> {
  for (;;) {
    // Below those that the system hands out: another test may get the second one meanwhile.
    const port = 20_000 + Math.floor(Math.random() * 10_000);
    const isTaken = await Promise.all([port, port + 1].map((one) => canConnect('127.0.0.1', one)));
    if (!isTaken.includes(true)) return port;
  }
}

describe('npm start', () => {
  test('serves, opens a browser with the client registered, and Ctrl-C ends all of it; a second start keeps the data', async () => {
    const port = await freePair();
    const environment = { PORT: String(port), VESTIBULE_DATA: join(folder, 'data'), TMPDIR: folder };
    const profiles = async () => (await readdir(folder)).filter((name) => name.startsWith('vestibule-profile-'));

    const first = start(['--headless'], environment);
    await waitFor(() => first.printed().includes('Ctrl-C ends everything'), first.printed);
    expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200);
    expect(first.printed()).toContain('nadia');
    const [profile = ''] = await profiles();
    expect(await readdir(join(folder, profile, 'NativeMessagingHosts'))).toHaveLength(1);
    const others = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
    for (const { address, internal } of others.filter(({ internal: isInternal }) => !isInternal)) {
      expect([address, internal, await canConnect(address, port)]).toEqual([address, false, false]);
    }
    const key = await readFile(join(folder, 'data/grant-key.json'), 'utf8');
    expect(first.printed()).toMatch(/Administrator +ilse .+npm run trial:code/);
    const code = execFileSync(process.execPath, [join(root, 'scripts/trial-code.ts')], {
      env: { ...process.env, ...environment },
    });
    expect(code.toString()).toMatch(/^\d{6} {3}for ilse/);
    const { ask } = await administer(environment.VESTIBULE_DATA);
    const arrived = async () => (await ask('adminSignIns', { query: { outcome: 'through' } })).total ?? 0;
    await waitFor(async () => (await arrived()) > 2, first.printed);

    first.child.kill('SIGINT');
    expect(await first.ended).toBe(0);
    expect(await canConnect('127.0.0.1', port)).toBe(false);
    expect(await canConnect('127.0.0.1', port + 1)).toBe(false);
    expect(await profiles()).toEqual([]);

    const second = start(['--no-browser'], environment);
    await waitFor(() => second.printed().includes('Ctrl-C ends everything'), second.printed);
    expect(await readFile(join(folder, 'data/grant-key.json'), 'utf8')).toBe(key);
    second.child.kill('SIGINT');
    expect(await second.ended).toBe(0);
  });

  test('leaves nothing behind when it is killed, and does not take a database from the environment', async () => {
    const port = await freePair();
    const environment = {
      PORT: String(port),
      VESTIBULE_DATA: join(folder, 'data'),
      TMPDIR: folder,
      DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/nothing',
    };
    const trial = start(['--no-browser'], environment);
    await waitFor(() => trial.printed().includes('Ctrl-C ends everything'), trial.printed);
    const outside = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
    for (const { address } of outside.filter(({ internal }) => !internal)) {
      expect([address, await canConnect(address, port)]).toEqual([address, false]);
    }
    trial.child.kill('SIGKILL');
    await trial.ended;
    const isFree = async () => !(await canConnect('127.0.0.1', port)) && !(await canConnect('127.0.0.1', port + 1));
    await waitFor(isFree, trial.printed);
  });

  test('says in one sentence what is in its way', async () => {
    const port = await freePort();
    const holder = createServer().listen(port, '127.0.0.1');
    try {
      const busy = start(['--no-browser'], { PORT: String(port), VESTIBULE_DATA: join(folder, 'data') });
      expect(await busy.ended).toBe(1);
      expect(busy.printed()).toMatch(/^Port \d+, for the gate, is in use\. [^\n]+\n$/);
    } finally {
      holder.close();
    }
    for (const name of ['VESTIBULE_HOST', 'VESTIBULE_PUBLIC_URL']) {
      const opened = start(['--no-browser'], { PORT: String(port), [name]: 'gate.example.com' });
      expect(await opened.ended).toBe(1);
      expect(opened.printed()).toMatch(new RegExp(`^${name} names another place than this computer, [^\\n]+\\n$`));
    }
    const unwritable = start(['--no-browser'], {
      PORT: String(await freePair()),
      VESTIBULE_DATA: join(root, 'LICENSE/data'),
    });
    expect(await unwritable.ended).toBe(1);
    expect(unwritable.printed()).toMatch(/^The folder .+data cannot be written\. [^\n]+\n$/);
    const browserless = start([], {
      PORT: String(await freePair()),
      VESTIBULE_DATA: join(folder, 'data'),
      VESTIBULE_BROWSER: '/nowhere',
    });
    await waitFor(() => browserless.printed().includes('Ctrl-C ends everything'), browserless.printed);
    expect(browserless.printed()).toMatch(/No Chromium-family browser was found|\/nowhere/);
    browserless.child.kill('SIGINT');
    await browserless.ended;
  });

  test('serves on when the browser does not open', async () => {
    const port = await freePair();
    const trial = start(['--headless'], {
      PORT: String(port),
      VESTIBULE_DATA: join(folder, 'data'),
      VESTIBULE_BROWSER: '/bin/false',
    });
    await waitFor(() => trial.printed().includes('Ctrl-C ends everything'), trial.printed);
    expect(trial.printed()).toContain('/bin/false could not be opened');
    expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200);
    trial.child.kill('SIGINT');
    expect(await trial.ended).toBe(0);
  });
});

describe('the trial’s browser', () => {
  test('has the extension when it opens its first page, without --load-extension', async () => {
    const seen = Promise.withResolvers<string>();
    const site: Server = createServer((request, response) => {
      if (request.url?.startsWith('/seen') === true)
        seen.resolve(decodeURIComponent(request.url.slice('/seen?'.length)));
      response.setHeader('content-type', 'text/html');
      response.end(
        '<script>fetch("/seen?" + document.documentElement.getAttribute("data-vestibule-extension"))</script>',
      );
    });
    const port = await freePort();
    await new Promise<void>((resolve) => site.listen(port, '127.0.0.1', resolve));
    const origin = `http://localhost:${port}`;
    const extension = join(folder, 'extension');
    await buildExtension({ outDir: extension, origins: [origin], isDemo: true });
    const browser = findBrowser();
    if (browser === null) throw new Error('No Chromium-family browser was found.');
    const child = await openBrowser({
      executable: browser.executable,
      profile: join(folder, 'profile'),
      extension,
      address: origin,
      isHeadless: true,
    });
    try {
      expect(await seen.promise).toBe(EXTENSION_ID);
    } finally {
      await endProgram(child);
      site.close();
    }
    expect(existsSync(extension)).toBe(true);
  });
});
