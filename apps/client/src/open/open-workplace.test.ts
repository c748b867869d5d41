import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { writeInstallation } from '../state/installation.ts';
import { openLocalSystem } from '../system/local-system.ts';
import type { Opening } from './choose-opening.ts';
import { openWorkplace } from './open-workplace.ts';
import { createStartProgram } from './start-program.ts';

const EXTENSION = 'abcdefghijklmnopabcdefghijklmnop';
const portal = 'https://gate.example.com';
const asked = { portal, webToken: null, isSecureBrowser: false };
let folder: string;
let started: Opening[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vestibule-open-'));
  started = [];
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** A program below the folder that stands for the computer. */
async function place(path: string, script = '#!/bin/sh\n'): Promise<string> {
  const real = join(folder, 'root', path);
  await mkdir(dirname(real), { recursive: true });
  await writeFile(real, script);
  await chmod(real, 0o755);
  return real;
}

function tools(starts: (opening: Opening) => boolean = () => true) {
  return {
    program: { code: join(folder, 'workplace.mjs'), launcher: null },
    state: { path: join(folder, 'state'), isUsual: false },
    system: openLocalSystem({
      rootFolder: join(folder, 'root'),
      environment: { HOME: folder },
      now: () => new Date(),
    }),
    start: async (opening: Opening) => {
      started.push(opening);
      return starts(opening);
    },
  };
}

describe('Workplace opens', () => {
  test('[S7.072] in an app window of the browser that the person has used', async () => {
    await place('/usr/bin/google-chrome');
    const chromium = await place('/usr/bin/chromium');
    await mkdir(join(folder, '.config/chromium'), { recursive: true });
    expect(await openWorkplace(asked, tools())).toEqual({ ok: true });
    expect(started).toEqual([{ program: chromium, arguments: [`--app=${portal}/online/session-status`] }]);
  });

  test('in the next way where one does not start', async () => {
    await place('/usr/bin/chromium');
    const isTab = ({ program }: Opening) => program === '/usr/bin/xdg-open';
    expect(await openWorkplace(asked, tools(isTab))).toEqual({ ok: true });
    expect(started.at(-1)).toMatchObject({
      program: '/usr/bin/xdg-open',
      arguments: [`${portal}/online/session-status`],
    });
  });

  test('nowhere, and says what to do, where nothing starts', async () => {
    const opened = await openWorkplace(
      asked,
      tools(() => false),
    );
    expect(opened).toEqual({ ok: false, detail: `No browser could be started. Open ${portal} in yours.` });
  });

  test('nowhere as root, and names the cause', async () => {
    const getuid = vi.spyOn(process, 'getuid').mockReturnValue(0);
    const given = tools();
    const onThisComputer = { ...given, system: { ...given.system, rootFolder: null } };
    expect(await openWorkplace(asked, onThisComputer)).toMatchObject({ ok: false, cause: 'opened-as-administrator' });
    expect(started).toEqual([]);
    getuid.mockRestore();
  });

  test('no portal without TLS', async () => {
    const opened = await openWorkplace({ ...asked, portal: 'http://gate.example.com' }, tools());
    expect(opened).toMatchObject({ ok: false });
    expect(started).toEqual([]);
  });

  test('[S7.073] as the secure browser in a profile below the state folder, or not at all', async () => {
    const secure = { ...asked, isSecureBrowser: true };
    expect(await openWorkplace(secure, tools())).toMatchObject({
      detail: 'A profile of its own needs Chrome, Edge or Chromium on this computer.',
    });
    await place('/usr/bin/chromium');
    const installation = { version: 1 as const, portals: [], extensionIds: [EXTENSION], manifests: [] };
    await writeInstallation({ path: join(folder, 'state'), isUsual: false }, installation);
    const never = () => false;
    expect(await openWorkplace(secure, tools(never))).toMatchObject({
      detail: 'The browser ended as soon as it was started with a profile of its own.',
    });
    started.length = 0;
    expect(await openWorkplace(secure, tools())).toEqual({ ok: true });
    const profile = join(folder, 'state/secure-browser');
    expect(started[0]?.arguments[0]).toBe(`--user-data-dir=${profile}`);
    const manifest = await readFile(join(profile, 'NativeMessagingHosts/com.vestibule.workplace.json'), 'utf8');
    expect(JSON.parse(manifest)).toMatchObject({
      allowed_origins: [`chrome-extension://${EXTENSION}/`],
      path: join(folder, 'state/workplace-host'),
    });
  });
});

describe('a program is started', () => {
  const start = createStartProgram({ GREETING: 'hello' });

  test('with its words as they are: no shell reads them', async () => {
    const written = join(folder, 'written');
    const program = await place('/usr/bin/show', `#!/bin/sh\nprintf '%s|%s|%s' "$#" "$1" "$GREETING" > ${written}\n`);
    const word = '--app=https://gate.example.com/?a=1&b=$(touch /tmp/x);`id`"\' #';
    expect(await start({ program, arguments: [word] })).toBe(true);
    expect(await readFile(written, 'utf8')).toBe(`1|${word}|hello`);
  });

  test('and is known not to have started, or to have failed at once', async () => {
    expect(await start({ program: join(folder, 'missing'), arguments: [] })).toBe(false);
    expect(await start({ program: await place('/usr/bin/fails', '#!/bin/sh\nexit 3\n'), arguments: [] })).toBe(false);
  });

  test('and is known to have failed late: on a slow computer, or where the system tries all browsers', async () => {
    const browser = await place('/usr/bin/slow', '#!/bin/sh\nsleep 1.8\nexit 1\n');
    const systemsOwn = await place('/usr/bin/xdg-open', '#!/bin/sh\nsleep 3.3\nexit 4\n');
    expect(await start({ program: browser, arguments: [] })).toBe(false);
    expect(await start({ program: systemsOwn, arguments: [], isSystemsOwn: true })).toBe(false);
  }, 15_000);

  test('and goes on when this one ends', async () => {
    const program = await place('/usr/bin/stays', '#!/bin/sh\nexec sleep 4\n');
    expect(await start({ program, arguments: [] })).toBe(true);
  });
});
