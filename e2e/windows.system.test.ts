import { createHash, generateKeyPairSync } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
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
import { READER_CODE } from '../scripts/build-client.ts';
import { EXTENSION_ID } from '../scripts/build-extension.ts';
import { provideRuntime } from '../scripts/package/runtimes.ts';
import { type BootedLinux, bootLinux } from './support/booted-linux.ts';
import { TRIED_UNDER_WINE } from './support/tried-on.ts';
import { DRIVE, makeForWine, PROGRAM, underWine } from './support/wine.ts';

const PORTAL = 'https://portal.example';
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

async function make() {
  await writeFile(join(folder, 'server-key.json'), JSON.stringify(serverKey));
  return makeForWine(
    folder,
    { version: 1, portals: [{ origin: PORTAL, serverKey }], extensionIds: [EXTENSION_ID] },
    say,
  );
}

describe.skipIf(!booted.ok)('the client for Windows, under Wine', () => {
  const linux: BootedLinux = booted.ok ? booted.linux : (undefined as never);
  const { options, expectToRun, registry, prepare, install, withTestRuntime, workplace } = underWine(linux);
  async function facts(): Promise<Readonly<Record<string, FactReading>>> {
    const start = Date.now();
    const { printed } = await workplace('check', '--json');
    say(`Progress: Wine, a new process read everything in ${Date.now() - start} ms`);
    return (JSON.parse(printed) as { facts: Record<string, FactReading> }).facts;
  }

  beforeAll(prepare);

  test('the package installs, and every file is the one that was packed', async () => {
    await install();
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
    await withTestRuntime();
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
