import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AnswerEnvelope, answerEnvelopeSchema, type MessageAnswer, type MessageType } from '@vestibule/contracts';
import {
  createServerSessionKey,
  createSigningKey,
  importAgreementKey,
  importSigningKey,
  publicJwk,
  sealPermit,
  type SigningKey,
  signGrant,
  verifyReport,
} from '@vestibule/device-keys';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { hasSoftwareTpm, startSoftwareTpm } from '../keys/testing/software-tpm.ts';
import { openDevice } from '../state/device.ts';
import { latestFixes } from '../state/fix-history.ts';
import { writeInstallation } from '../state/installation.ts';
import type { StateFolder } from '../state/state-folder.ts';
import { openLocalSystem } from '../system/local-system.ts';
import { createFrameReader, toFrame } from './framing.ts';
import { ORIGIN, SESSION_ID } from './test-context.ts';

const MAIN = join(import.meta.dirname, '../development.ts');
const EXTENSION_ID = 'cnbmglijjmmmdgkhgonehoohiannpofe';

let folder: string;
let state: StateFolder;
let server: SigningKey;
let hosts: Host[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vestibule-hosts-'));
  state = { path: join(folder, 'state'), isUsual: false };
  server = await importSigningKey(await createSigningKey());
  await writeInstallation(state, {
    version: 1,
    portals: [{ origin: ORIGIN, serverKey: server.publicKey }],
    extensionIds: [EXTENSION_ID],
    manifests: [],
  });
  await writeScratchComputer(join(folder, 'root'));
  hosts = [];
});

afterEach(async () => {
  await Promise.all(hosts.map((host) => host.end()));
  await rm(folder, { recursive: true, force: true });
});

interface Host {
  readonly ask: <Type extends MessageType>(type: Type, payload?: object) => Promise<MessageAnswer<Type>>;
  readonly processId: number | undefined;
  readonly end: () => Promise<void>;
}

const system = () => openLocalSystem({ rootFolder: join(folder, 'root'), environment: {}, now: () => new Date() });

/** Starts the client as a browser profile does: a process of its own that speaks over its standard streams. */
function startHost(): Host {
  const options = ['--state', state.path, '--system-root', join(folder, 'root')];
  const child = spawn(process.execPath, [MAIN, ...options, `chrome-extension://${EXTENSION_ID}/`], { stdio: 'pipe' });
  const waiting = readAnswers(child);
  let requests = 0;
  const host: Host = {
    processId: child.pid,
    ask: async (type, payload = {}) => {
      const id = String(++requests);
      const answered = new Promise<AnswerEnvelope>((resolve) => waiting.set(id, resolve));
      const sentAt = new Date().toISOString();
      child.stdin.write(toFrame({ v: 1, id, type, payload, sentAt, correlationId: 'test', origin: ORIGIN }) ?? '');
      const answer = await answered;
      if (!answer.ok) throw new Error(JSON.stringify(answer.error));
      return answer.payload as never;
    },
    end: () =>
      new Promise((resolve) => {
        child.once('close', () => resolve());
        child.stdin.end();
        if (child.exitCode !== null) resolve();
      }),
  };
  hosts.push(host);
  return host;
}

function readAnswers(child: ChildProcessWithoutNullStreams): Map<string, (answer: AnswerEnvelope) => void> {
  const waiting = new Map<string, (answer: AnswerEnvelope) => void>();
  const frames = createFrameReader();
  child.stdout.on('data', (chunk: Buffer) => {
    for (const text of frames.push(chunk) ?? []) {
      const answer = answerEnvelopeSchema.safeParse(JSON.parse(text));
      if (answer.success) waiting.get(answer.data.id)?.(answer.data);
    }
  });
  return waiting;
}

async function grant(content: object, deviceId?: string): Promise<string> {
  if (deviceId === undefined) {
    const opened = await openDevice(state, system());
    if (!opened.ok) throw new Error(opened.detail);
    return grant(content, opened.device.deviceId);
  }
  const exp = Math.floor(Date.now() / 1000) + 60;
  return signGrant({ iss: ORIGIN, deviceId, origin: ORIGIN, exp, ...content } as never, server, 'test');
}

test('two browser profiles that report at once never give the same number', async () => {
  const [one, other] = [startHost(), startHost()];
  expect(one.processId).not.toBe(other.processId);
  const { deviceId, identityKey } = await one.ask('devices-v2/get-create-session-parameters');
  expect((await other.ask('devices-v2/get-create-session-parameters')).deviceId).toBe(deviceId);
  const serverKey = publicJwk(await createServerSessionKey());
  const session = {
    sessionId: SESSION_ID,
    token: 'token',
    publicKey: serverKey,
    expirationTime: new Date(Date.now() + 60_000).toISOString(),
    nonce: 'nonce',
    signIn: 'sign-in',
    grant: await grant({ use: 'session', sessionId: SESSION_ID, companyName: 'Acme', serverKey }),
  };
  for (const host of [one, other]) await host.ask('devices-v2/set-session-data', { session });
  const reports = await Promise.all(
    Array.from({ length: 12 }, (_, turn) => (turn % 2 === 0 ? one : other).ask('devices-v2/get-device-data')),
  );
  const sequences = await Promise.all(
    reports.map(async ({ signedReport }) => {
      const verified = await verifyReport(signedReport, identityKey);
      return verified.ok ? verified.value.sequence : verified.code;
    }),
  );
  expect(new Set(sequences).size).toBe(12);
  expect(sequences.every((sequence) => typeof sequence === 'number')).toBe(true);
});

test.runIf(process.platform === 'linux')(
  'a fix whose page leaves before the answer comes is found in the list all the same',
  async () => {
    const host = startHost();
    const fix = { use: 'fix', jti: '1', fixActions: [{ fixActionType: 'OsAutoUpdateEnable' }] };
    const answered = host.ask('execute-fix-action', { grant: await grant(fix) });
    void answered.catch(() => undefined);
    await host.ask('get-device-name');
    await host.end();
    const [remembered] = await latestFixes(state);
    expect(remembered).toMatchObject({ check: 'OsAutoUpdateEnable', outcome: 'fixed' });
    expect(remembered?.undo).toMatch(/^To take it back, /);
  },
);

test.runIf(process.platform === 'linux')(
  'a fix grant runs in one of two processes at once, and in none that is started later',
  async () => {
    const pair = [startHost(), startHost()];
    await Promise.all(pair.map((host) => host.ask('get-device-name')));
    let granted = { grant: '' };
    for (const jti of ['1', '2', '3', '4']) {
      const fix = { use: 'fix', jti, fixActions: [{ fixActionType: 'OsAutoUpdateEnable' }] };
      granted = { grant: await grant(fix) };
      const answers = await Promise.allSettled(pair.map((host) => host.ask('execute-fix-action', granted)));
      expect(answers.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
      const refused = answers.find((answered) => answered.status === 'rejected');
      expect(String(refused?.reason)).toContain('The grant was used already.');
    }
    await Promise.all(pair.map((host) => host.end()));
    await expect(startHost().ask('execute-fix-action', granted)).rejects.toThrow('The grant was used already.');
    expect(await latestFixes(state)).toHaveLength(4);
  },
);

test.skipIf(!hasSoftwareTpm)('a host signs with the keys in the TPM, and opens a permit with them', async () => {
  const tpm = await startSoftwareTpm(join(folder, 'root/dev/tpmrm0'));
  const host = startHost();
  const { deviceId, identityKey, agreementKey, keyProtection } = await host.ask(
    'devices-v2/get-create-session-parameters',
  );
  expect(keyProtection).toBe('tpm');
  const sessionKey = await createServerSessionKey();
  const session = {
    sessionId: SESSION_ID,
    token: 'token',
    publicKey: publicJwk(sessionKey),
    expirationTime: new Date(Date.now() + 60_000).toISOString(),
    nonce: 'nonce',
    signIn: 'sign-in',
    grant: await grant(
      { use: 'session', sessionId: SESSION_ID, companyName: 'Acme', serverKey: publicJwk(sessionKey) },
      deviceId,
    ),
  };
  await host.ask('devices-v2/set-session-data', { session });
  const { signedReport } = await host.ask('devices-v2/get-device-data');
  const verified = await verifyReport(signedReport, identityKey);
  expect(verified).toMatchObject({ ok: true, value: { report: { client: { keyProtection: 'tpm' } } } });
  const sealed = await sealPermit({
    permit: 'the permit',
    sessionServerPrivateKey: await importAgreementKey(sessionKey),
    deviceAgreementPublicKey: agreementKey,
    context: { version: 1, sessionId: SESSION_ID, deviceId },
  });
  expect(await host.ask('devices-v2/decrypt-permit', sealed)).toEqual({ permit: 'the permit' });
  await tpm.stop();
  await expect(host.ask('devices-v2/decrypt-permit', sealed)).rejects.toThrow(/The TPM at .* cannot be used/);
});

/** A Debian whose tools answer from below the root: nothing outside the folder is changed. */
async function writeScratchComputer(root: string): Promise<void> {
  const tools = { 'dpkg-query': 'echo "install ok installed"', systemctl: 'echo enabled' };
  for (const name of ['usr/bin', 'etc', 'dev']) await mkdir(join(root, name), { recursive: true });
  await writeFile(join(root, 'etc/os-release'), 'ID=debian\nVERSION_ID="12"\n');
  for (const [name, line] of Object.entries(tools)) {
    await writeFile(join(root, 'usr/bin', name), `#!/bin/sh\n${line}\n`, { mode: 0o755 });
  }
}
