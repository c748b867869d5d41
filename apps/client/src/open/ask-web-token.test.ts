import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SessionData } from '@vestibule/contracts';
import { createServerSessionKey, publicJwk, verifyOpeningProof } from '@vestibule/device-keys';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import type { Web, WebAnswer } from '../network/web.ts';
import { openDevice } from '../state/device.ts';
import { openSessions } from '../state/sessions.ts';
import { openLocalSystem } from '../system/local-system.ts';
import { askWebToken } from './ask-web-token.ts';

const PORTAL = 'https://gate.example.com';
const NOW = new Date('2026-11-27T08:00:00Z');
const TOKEN = 'x'.repeat(43);

let folder: string;
let asked: { readonly url: string; readonly body: unknown; readonly authorization: string | undefined }[];
let answer: WebAnswer;
let isClosed: boolean;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vestibule-web-token-'));
  asked = [];
  answer = { ok: true, status: 200, body: { token: TOKEN } };
  isClosed = false;
});
afterEach(() => rm(folder, { recursive: true, force: true }));

function tools() {
  const web: Web = {
    call: async (_method, url, body, authorization) => {
      asked.push({ url: url.href, body, authorization });
      return answer;
    },
    download: async () => ({ ok: false, code: 'cut', detail: '' }),
    close: () => {
      isClosed = true;
    },
  };
  return {
    state: { path: join(folder, 'state'), isUsual: false },
    system: openLocalSystem({ rootFolder: join(folder, 'root'), environment: { HOME: folder }, now: () => NOW }),
    web: async () => web,
  };
}

/** A session of a browser, as a page has handed it over. */
async function keep(browser: number, change: Partial<SessionData> = {}): Promise<void> {
  const session: SessionData = {
    sessionId: '7d9f2a44-8c1b-4e7e-8f5e-6a0b1c2d3e4f',
    token: 'token-of-the-sign-in',
    publicKey: publicJwk(await createServerSessionKey()),
    expirationTime: '2026-11-27T09:00:00.000Z',
    nonce: 'nonce',
    signIn: 'sign-in',
    grant: 'grant',
    ...change,
  };
  await openSessions(tools().state, browser, () => NOW).full.set(PORTAL, session);
}

/** Runs for as long as this test does. */
const RUNNING = process.pid;
const ENDED = 4_194_303;

describe('Workplace asks for a web token [S7.016]', () => {
  test('by the token of the sign-in that lasts, and a proof of this computer for that session and portal', async () => {
    const { state, system } = tools();
    const opened = await openDevice(state, system);
    if (!opened.ok) throw new Error(opened.detail);
    await keep(RUNNING);
    expect(await askWebToken(PORTAL, tools())).toBe(TOKEN);
    expect(asked).toMatchObject([
      { url: `${PORTAL}/api/devices/v2/web-token`, authorization: 'JWT token-of-the-sign-in' },
    ]);
    const { sessionId, proof } = z.object({ sessionId: z.string(), proof: z.string() }).parse(asked[0]?.body);
    const { deviceId, keys } = opened.device;
    const verified = await verifyOpeningProof(proof, keys.identity.publicKey, { deviceId, sessionId, aud: PORTAL });
    expect(verified).toMatchObject({ ok: true });
    expect(isClosed).toBe(true);
  });

  test('with another proof each time', async () => {
    await openDevice(tools().state, tools().system);
    await keep(RUNNING);
    await askWebToken(PORTAL, tools());
    await askWebToken(PORTAL, tools());
    expect(JSON.stringify(asked[0]?.body)).not.toBe(JSON.stringify(asked[1]?.body));
  });

  test.each([
    ['no session', async () => undefined],
    ['the session of a browser that has ended', () => keep(ENDED)],
    ['a session that is over', () => keep(RUNNING, { expirationTime: '2026-11-27T07:59:59.000Z' })],
  ])('for nothing where there is %s: the page asks for username and password', async (_what, prepare) => {
    await openDevice(tools().state, tools().system);
    await prepare();
    expect(await askWebToken(PORTAL, tools())).toBeNull();
    expect(asked).toEqual([]);
  });

  test('of no portal that is not protected, and of none but the one of the session', async () => {
    await openDevice(tools().state, tools().system);
    await keep(RUNNING);
    expect(await askWebToken('http://gate.example.com', tools())).toBeNull();
    expect(await askWebToken('https://other.example', tools())).toBeNull();
    expect(asked).toEqual([]);
  });

  test.each<WebAnswer>([
    { ok: false, code: 'unreachable', detail: 'offline' },
    { ok: true, status: 403, body: { code: 'web_token_wrong', message: 'No.' } },
    { ok: true, status: 200, body: 'something else' },
  ])('and goes on without one where the answer is %j', async (given) => {
    await openDevice(tools().state, tools().system);
    await keep(RUNNING);
    answer = given;
    expect(await askWebToken(PORTAL, tools())).toBeNull();
  });
});
