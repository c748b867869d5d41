import { accessSync, constants, existsSync, mkdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { fork } from 'node:child_process';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { DEMO_PEOPLE } from '../apps/server/src/subjects/people/trial-people.ts';
import { findBrowser } from './browser/find-browser.ts';
import { buildAll } from './build.ts';
import { buildExtension, EXTENSION_ID } from './build-extension.ts';
import { addTrialAdministrator, TRIAL_ADMINISTRATOR } from './demo/company/administrator.ts';
import { type Children, createChildren, ProgramFailed, runProgram } from './demo/children.ts';
import { openBrowser } from './demo/open-browser.ts';
import { noteOnDatabase, readStartOptions, START_HELP, type StartOptions } from './demo/options.ts';

const root = join(import.meta.dirname, '..');
const say = (line = '') => process.stdout.write(`${line}\n`);

class CannotStart extends Error {}

async function checkPort(port: number, user: string): Promise<void> {
  const error = await new Promise<NodeJS.ErrnoException | null>((answer) => {
    const probe = createServer();
    probe.once('error', answer);
    probe.listen(port, '127.0.0.1', () => probe.close(() => answer(null)));
  });
  if (error === null) return;
  const why = error.code === 'EADDRINUSE' ? 'is in use' : 'may not be used by you';
  throw new CannotStart(`Port ${port}, for ${user}, ${why}. Choose another one: PORT=8090 npm start`);
}

function checkDataFolder(folder: string): string {
  const path = resolve(root, folder);
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
    accessSync(path, constants.W_OK);
  } catch {
    throw new CannotStart(`The folder ${path} cannot be written. Choose another one: VESTIBULE_DATA=/path npm start`);
  }
  return path;
}

async function start(options: StartOptions): Promise<void> {
  const workAppPort = options.port + 1;
  await checkPort(options.port, 'the gate');
  await checkPort(workAppPort, 'the work application (it takes the port after the gate’s)');
  const dataFolder = checkDataFolder(options.dataFolder);
  const gate = `http://localhost:${options.port}`;
  const workApp = `http://127.0.0.1:${workAppPort}`;

  const note = noteOnDatabase(process.env);
  if (note !== null) say(note);

  await buildAll(say);
  const children = createChildren();
  const cleanUps: (() => Promise<unknown>)[] = [];
  const stop = async () => {
    await children.stop();
    for (const cleanUp of cleanUps.toReversed()) await cleanUp();
  };
  const interrupted = waitForInterrupt();
  try {
    say('Starting the server…');
    await children.startProgram('The server', join(root, 'apps/server/src/main.ts'), {
      env: {
        PORT: String(options.port),
        VESTIBULE_DATA: dataFolder,
        VESTIBULE_PUBLIC_URL: gate,
        VESTIBULE_DEMO: '1',
        VESTIBULE_DEMO_WORK_APP: workApp,
        VESTIBULE_DEMO_PAST: '1',
        LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'warn',
        // The trial has passwords that everybody can read: it stays on this computer, with data of its own.
        VESTIBULE_HOST: '127.0.0.1',
        VESTIBULE_POLICY: undefined,
        VESTIBULE_ALLOW_SCRATCH_ROOT: undefined,
        VESTIBULE_DEMO_FAST_CHECK: undefined,
        VESTIBULE_TRUSTED_PROXIES: undefined,
        VESTIBULE_TLS_CERTIFICATE: undefined,
        VESTIBULE_TLS_KEY: undefined,
        VESTIBULE_ACME: undefined,
        DATABASE_URL: undefined,
        DATABASE_DIRECT_URL: undefined,
        VESTIBULE_WORKERS: undefined,
      },
    });
    await children.startProgram('The work application', join(root, 'apps/work-app/src/main.ts'), {
      args: ['--port', String(workAppPort), '--gate', gate],
    });
    const hasAdministrator = await addTrialAdministrator(gate, dataFolder);
    children.add(
      fork(join(root, 'scripts/demo/company/arrive.ts'), [gate, workApp, dataFolder], {
        stdio: 'ignore',
        detached: process.platform !== 'win32',
      }),
    );
    tellAddresses(gate, workApp, hasAdministrator);
    if (options.opensBrowser) await openDemoBrowser(options, { dataFolder, gate, workApp, children, cleanUps });
    else say('Open the first address in a browser. Without our extension it will tell you how to go on.');
    say();
    say('Ctrl-C ends everything.');
    const ended = await Promise.race([interrupted, children.firstToEnd]);
    if (ended !== null) say(`${ended} has ended, so everything else ends too.`);
    else say('\nEnding…');
  } finally {
    await stop();
  }
}

interface DemoBrowser {
  readonly dataFolder: string;
  readonly gate: string;
  readonly workApp: string;
  readonly children: Children;
  readonly cleanUps: (() => Promise<unknown>)[];
}

async function openDemoBrowser(options: StartOptions, demo: DemoBrowser): Promise<void> {
  const browser = findBrowser();
  if (browser === null) {
    say(
      'No Chromium-family browser was found: install Chromium, Chrome or Edge, or set VESTIBULE_BROWSER to its program.',
    );
    return;
  }
  const screens = [process.env['DISPLAY'], process.env['WAYLAND_DISPLAY']];
  const hasScreen = process.platform !== 'linux' || screens.some((screen) => screen !== undefined && screen !== '');
  if (!hasScreen && !options.isHeadless) {
    say('There is no screen here to open a browser on. Open the first address on a computer that has one.');
    return;
  }
  const extension = join(demo.dataFolder, 'extension');
  await buildExtension({ outDir: extension, origins: [demo.gate], isDemo: true });
  const profile = await mkdtemp(join(tmpdir(), 'vestibule-profile-'));
  demo.cleanUps.push(() => rm(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }));
  await registerClient(demo, profile);
  say('Opening the browser…');
  const address = `${demo.workApp}/start`;
  const { executable } = browser;
  try {
    demo.children.add(await openBrowser({ executable, profile, extension, address, isHeadless: options.isHeadless }));
  } catch (error) {
    // The gate serves all the same, and another browser may be at hand.
    say(`${executable} could not be opened (${error instanceof Error ? error.message : String(error)})`);
    say('Open the first address yourself, or name another browser: VESTIBULE_BROWSER=/path npm start');
  }
}

/** Registers the client with the throw-away profile, and takes the registration back at the end. */
async function registerClient({ dataFolder, gate, cleanUps }: DemoBrowser, profile: string): Promise<void> {
  const launcher = join(root, 'dist/client', process.platform === 'win32' ? 'workplace.cmd' : 'workplace');
  if (!existsSync(launcher))
    throw new CannotStart('The client was not built. Delete the folder "dist" and start again.');
  const shared = ['--state', join(dataFolder, 'client'), '--browser-profile', profile];
  const key = join(dataFolder, 'grant-key.json');
  await runProgram(launcher, [
    'install',
    '--portal',
    gate,
    '--server-key',
    key,
    '--extension-id',
    EXTENSION_ID,
    ...shared,
  ]);
  cleanUps.push(() => runProgram(launcher, ['uninstall', ...shared]).catch(() => undefined));
}

function tellAddresses(gate: string, workApp: string, hasAdministrator: boolean): void {
  say();
  say(`  Work application   ${workApp}/`);
  say(`  Vestibule          ${gate}/`);
  say();
  for (const { login, password, displayName } of DEMO_PEOPLE) {
    say(`  Sign in as         ${login.padEnd(8)} ${password}   (${displayName})`);
  }
  if (hasAdministrator) {
    const { login, password, displayName } = TRIAL_ADMINISTRATOR;
    say();
    say(`  The console        ${gate}/console/`);
    say(`  Administrator      ${login.padEnd(8)} ${password}  (${displayName}); the code: npm run trial:code`);
    say('  Fifty people work here once they have arrived, within a minute. Some are kept out.');
  }
  say();
  say('  A trial registers every computer by itself: one of these passwords and any computer get in.');
  say('  A company that you set up asks for a second factor, or an administrator, first.');
  say();
}

function waitForInterrupt(): Promise<null> {
  return new Promise((answer) => {
    process.on('SIGINT', () => answer(null));
    process.on('SIGTERM', () => answer(null));
  });
}

const read = readStartOptions(process.argv.slice(2), process.env);
if (read.kind === 'help') {
  say(START_HELP);
} else if (read.kind === 'wrong') {
  process.stderr.write(`${read.sentence}\n`);
  process.exitCode = 1;
} else {
  try {
    await start(read.options);
  } catch (error) {
    const isExpected = error instanceof CannotStart || error instanceof ProgramFailed;
    process.stderr.write(`${isExpected ? error.message : `Something unexpected went wrong: ${String(error)}`}\n`);
    process.exitCode = 1;
  }
}
