import { execFile, type ChildProcess } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { signUpWithPasskey } from './support/passkeys.ts';
import { withExtension } from '../scripts/browser/test-arguments.ts';
import { findBrowser } from '../scripts/browser/find-browser.ts';
import { type Computer, startComputer, UPDATES_FILE, UPDATES_ON } from './support/computer.ts';
import { observeAtLeisure } from './support/observe-at-leisure.ts';
import { startOidcIdentityProvider } from './support/oidc-identity-provider.ts';
import { freePort } from '@vestibule/testing/free-port';
import { endProgram, root, startProgram } from './support/processes.ts';
import { startBrowser, startVisitor } from './support/visitors.ts';

/** docs/first-two-hours.md, word for word: every command in its order, and what the page says happens between them. */
const run = promisify(execFile);
const page = await readFile(join(root, 'docs/first-two-hours.md'), 'utf8');
const SECRET = 'a secret of the gate and the identity provider';

let folder: string;
let dataFolder: string;
let url: string;
let workApp: string;
let issuer: string;
let laptop: Computer;
let desktop: Computer;
const ends: (() => Promise<unknown>)[] = [];
const seconds = new Map<number, number>();
/** First word of a command that is none of `vestibule`. */
const PACKAGE = 'npm run package';
/** Where the server hands packages out from. */
const packages = () => join(folder, 'packages');

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vestibule-two-hours-'));
  dataFolder = join(folder, '.data');
  const [port, workAppPort, loginPort] = [await freePort(), await freePort(), await freePort()];
  url = `http://localhost:${port}`;
  workApp = `http://127.0.0.1:${workAppPort}`;
  issuer = `http://127.0.0.1:${loginPort}`;
  await writeFile(join(folder, 'policy.yaml'), /```yaml\n([\s\S]*?)```/.exec(page)?.[1] ?? '');
  await writeFile(join(folder, 'secret.txt'), SECRET);
});
afterAll(async () => {
  for (const end of ends.toReversed()) await end();
  await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  const rows = [...seconds].map(([step, time]) => `  step ${step}: ${time.toFixed(1)} s`);
  process.stdout.write(`The first two hours, machine time:\n${rows.join('\n')}\n`);
});

/** The commands of a step, as a shell reads them. */
function commandsOf(step: number): string[][] {
  const [, section = ''] = new RegExp(`^## ${step}\\. [^\\n]*\\n([\\s\\S]*?)(?=^## )`, 'm').exec(page) ?? [];
  const blocks = [...section.matchAll(/^```sh\n([\s\S]*?)^```/gm)].map(([, block = '']) => block);
  const lines = blocks.flatMap((block) =>
    block
      .replaceAll(/\\\n\s*/g, '')
      .trim()
      .split('\n'),
  );
  expect(lines.length).toBeGreaterThan(0);
  return lines.map((line) => {
    expect(line).toMatch(/^(npx vestibule|npm run package --) /);
    const words = [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? '');
    const isPackage = words[0] === 'npm';
    return [...(isPackage ? [PACKAGE] : []), ...words.slice(isPackage ? 4 : 2)].map((word) =>
      word
        .replace('https://gate.alderbrook.example', url)
        .replace('https://login.alderbrook.example', issuer)
        .replace('.data/', `${dataFolder}/`),
    );
  });
}

async function call(words: readonly string[]): Promise<string> {
  if (words[0] === PACKAGE) return buildPackage(words.slice(1));
  const program = join(root, 'apps/server/bin/vestibule.js');
  const { stdout } = await run(process.execPath, [program, ...words], {
    cwd: folder,
    env: { ...process.env, VESTIBULE_DATA: dataFolder },
  });
  return stdout;
}

/** As `npm run package` does it, for the system that runs here: the other packages take minutes more. */
async function buildPackage(words: readonly string[]): Promise<string> {
  const own = ['--demo', '--only', 'deb', '--out', packages(), '--update-keys', join(folder, 'update-keys')];
  // A package that is small is not what is walked here, and makes up most of the time.
  const env = { ...process.env, DPKG_DEB_COMPRESSOR_LEVEL: '0' };
  const { stdout } = await run(process.execPath, [join(root, 'scripts/package.ts'), ...words, ...own], {
    cwd: root,
    env,
  });
  return stdout;
}

/** A browser of a person's own, with the extension loaded by hand, on a computer that has nothing else. */
async function startWithExtension(): Promise<BrowserContext> {
  const found = findBrowser();
  if (found === null) throw new Error('No Chromium-family browser was found.');
  const home = join(folder, 'bare');
  await mkdir(home);
  const { XDG_CONFIG_HOME: _config, XDG_DATA_HOME: _data, ...environment } = process.env;
  return chromium.launchPersistentContext(join(home, 'profile'), {
    executablePath: found.executable,
    headless: true,
    env: { ...environment, HOME: home },
    args: withExtension(join(folder, 'extension/unpacked/chromium')),
  });
}

/** Runs the commands of a step, one after the other. @returns what each printed */
async function follow(step: number): Promise<string[]> {
  const begun = performance.now();
  const printed: string[] = [];
  for (const words of commandsOf(step)) printed.push(await call(words));
  seconds.set(step, (performance.now() - begun) / 1000);
  return printed;
}

async function startServer(): Promise<ChildProcess> {
  const env = {
    VESTIBULE_DATA: dataFolder,
    VESTIBULE_DOWNLOADS: packages(),
    VESTIBULE_ALLOW_SCRATCH_ROOT: '1',
    LOG_LEVEL: 'warn',
  };
  const server = await startProgram('apps/server/src/main.ts', { env });
  ends.push(() => endProgram(server));
  return server;
}

/** At the identity provider's own page: anyone who types a login there is that person. */
async function signInThere(where: Page, login: string): Promise<void> {
  await where.getByPlaceholder(/login/i).fill(login);
  await where.getByPlaceholder(/password/i).fill('anything');
  await where.getByRole('button', { name: /sign-in/i }).click();
  await where.getByRole('button', { name: /continue/i }).click();
}

async function goToWork(where: Page, login: string): Promise<void> {
  await where.context().clearCookies();
  await where.goto(`${workApp}/start`);
  await where.getByRole('link', { name: 'Sign in with Alderbrook' }).click();
  await signInThere(where, login);
}

const isAtWork = (where: Page, login: string) => where.getByText(`Signed in as ${nameOf(login)}`).waitFor();
const nameOf = (login: string) => `${login.charAt(0).toUpperCase()}${login.slice(1)} Weber`;
const firstPage = ({ browser }: Computer) => browser.pages()[0] ?? browser.newPage();

describe('the first two hours', () => {
  test('1. set up: the link of the administrator, a passkey, everything around the server is right', async () => {
    const [setup] = commandsOf(1);
    const begun = performance.now();
    const printed = await call(setup ?? []);
    const link = /^\s*(http\S+)$/m.exec(printed)?.[1] ?? '';
    expect(link).toContain(url);
    await startServer();
    const browser = await startBrowser();
    ends.push(() => browser.close());
    const ilse = await startVisitor(browser);
    await signUpWithPasskey(ilse, link);
    await ilse.page.getByRole('button', { name: 'Continue' }).click();
    await ilse.page.waitForURL((address) => !address.pathname.includes('signup'));
    const doctor = await call(['doctor']).catch((error: { stdout?: string }) => error.stdout ?? '');
    expect(doctor).toContain('✓');
    expect(doctor).not.toContain('✗ ');
    seconds.set(1, (performance.now() - begun) / 1000);
  });

  test('2. only look', async () => {
    expect((await follow(2)).join('')).toContain('Everybody is let through until you end it');
  });

  test('3. the identity provider: addresses for the other side, a trial sign-in, its button', async () => {
    // The library says of itself that its example pages are for development.
    vi.spyOn(console, 'warn').mockReturnValue(undefined);
    const begun = performance.now();
    const [first, second] = commandsOf(3);
    const printed = await call(first ?? []);
    const redirectUri = /Redirect address, exactly:\s+(\S+)/.exec(printed)?.[1] ?? '';
    ends.push(
      await startOidcIdentityProvider({
        issuer,
        client: { id: 'vestibule', secret: SECRET, redirectUri },
        accountOf: (login) => ({ name: nameOf(login), groups: login === 'mara' ? [] : ['pilot'] }),
      }),
    );
    const program = join(root, 'apps/server/bin/vestibule.js');
    const waiting = run(process.execPath, [program, ...(second ?? [])], {
      cwd: folder,
      env: { ...process.env, VESTIBULE_DATA: dataFolder },
    });
    let said = '';
    const link = await new Promise<string>((resolve) => {
      waiting.child.stdout?.on('data', (chunk: string) => {
        said += chunk;
        const found = /^\s*(http\S+\?trial=\S+)$/m.exec(said)?.[1];
        if (found !== undefined) resolve(found);
      });
    });
    const browser = await startBrowser();
    const visitor = await startVisitor(browser);
    await visitor.page.goto(link);
    await signInThere(visitor.page, 'ines');
    await visitor.page.getByText('This was a trial').waitFor();
    await browser.close();
    await waiting;
    expect(said).toContain('It works. Signing in would add this person.');
    expect(said.replaceAll(/\s+/g, ' ')).toContain('Groups 1: pilot');
    expect(said).toContain('is switched on');
    seconds.set(3, (performance.now() - begun) / 1000);
  });

  test('4. one application', async () => {
    const application = await startProgram('apps/work-app/src/main.ts', {
      args: ['--port', new URL(workApp).port, '--gate', url],
    });
    ends.push(() => endProgram(application));
    const metadata = await fetch(`${workApp}/saml/metadata`);
    await writeFile(join(folder, 'mail-metadata.xml'), await metadata.text());
    await follow(4);
  });

  test('5. a policy for the pilot', async () => {
    expect((await follow(5)).join('')).toContain('The policy holds from now on');
  });

  test('6. laptops: three people are at work, and no one has seen a check', async () => {
    await follow(6);
    const gate = { url, workApp, dataFolder };
    laptop = await startComputer({ folder: join(folder, 'laptop'), gate, settings: { [UPDATES_FILE]: UPDATES_ON } });
    desktop = await startComputer({ folder: join(folder, 'desktop'), gate });
    const browser = await startBrowser();
    ends.push(
      () => laptop.close(),
      () => desktop.close(),
      () => browser.close(),
    );
    const { page: bare } = await startVisitor(browser);
    for (const computer of [laptop, desktop]) await observeAtLeisure(computer.browser);
    for (const [where, login] of [
      [await firstPage(laptop), 'ines'],
      [await firstPage(desktop), 'jonas'],
      [bare, 'mara'],
    ] as const) {
      await goToWork(where, login);
      await isAtWork(where, login);
    }
  });

  test('7. a day of looking: one of two computers would be stopped', async () => {
    const [report = '', rehearsal = ''] = await follow(7);
    expect(report).toContain('4 signed in, 2 of them with a computer that reported');
    expect(rehearsal).toContain('1 of 2 computers would have been blocked');
    // Whom, by what, and whether they could mend it themselves.
    expect(rehearsal).toMatch(/^jonas .* yes +OsAutoUpdateEnable /m);
  });

  test('8. enforced for the pilot: one mends their computer and is at work; anyone who is not in it notices nothing', async () => {
    const [seen = '', approved = '', , closed = ''] = await follow(8);
    expect(seen).toContain('2 computers of 2 people.');
    expect(seen).toMatch(/ines[\s\S]*jonas/);
    expect(approved).toContain('They are approved.');
    expect(closed).toContain('The policy is enforced.');
    const jonas = await firstPage(desktop);
    await goToWork(jonas, 'jonas');
    await jonas.getByRole('heading', { name: 'Automatic updates are turned off' }).waitFor();
    const code = /\b[2-9A-Z]{3}-[2-9A-Z]{3}\b/.exec(await jonas.locator('body').innerText())?.[0] ?? '';
    expect(await call(['support', code])).toContain('OsAutoUpdateEnable, blocks');
    const again = await call(['support', code, '--check-again']);
    expect(again.replaceAll(/\s+/g, ' ')).toContain('These checks still fail and are required: OsAutoUpdateEnable.');
    await jonas.getByRole('button', { name: 'Fix it for me' }).first().click();
    await isAtWork(jonas, 'jonas');
    const ines = await firstPage(laptop);
    await goToWork(ines, 'ines');
    await isAtWork(ines, 'ines');
    const browser = await startBrowser();
    const { page: bare } = await startVisitor(browser);
    await goToWork(bare, 'mara');
    await isAtWork(bare, 'mara');
    await browser.close();
  });

  test('8. anyone who is in the pilot, with the extension of step 6 and without Workplace, finds the package of step 6', async () => {
    const home = await startWithExtension();
    const nora = home.pages()[0] ?? (await home.newPage());
    await goToWork(nora, 'nora');
    await nora.getByRole('heading', { name: 'Install Workplace on this computer' }).waitFor({ timeout: 60_000 });
    const download = nora.waitForEvent('download');
    await nora.getByRole('button', { name: 'Download', exact: true }).click();
    expect((await download).suggestedFilename()).toMatch(/^workplace_.*\.deb$/);
    await home.close();
  });

  test('9. the way back: someone whose computer fails again is at work', async () => {
    await desktop.writeSetting(UPDATES_FILE, 'APT::Periodic::Unattended-Upgrade "0";\n');
    const [, shown = ''] = await follow(9);
    expect(shown).toContain('no computer is read');
    const jonas = await firstPage(desktop);
    await goToWork(jonas, 'jonas');
    await isAtWork(jonas, 'jonas');
  });
});
