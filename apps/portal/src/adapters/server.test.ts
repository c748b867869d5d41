// @vitest-environment jsdom
import { anyText } from '@vestibule/testing/any-text';
import { OWN_LIMITS } from '@vestibule/contracts';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createServerPort } from './server.ts';

const server = createServerPort('7KQ-42M');
let fetched: { address: string; options: RequestInit }[];
let answer: (signal: AbortSignal | null | undefined) => Promise<Response>;

beforeEach(() => {
  fetched = [];
  answer = async () => Response.json({ phone: '+1 800 555 0142' });
  vi.stubGlobal('fetch', (address: string, options: RequestInit) => {
    fetched.push({ address, options });
    return answer(options.signal);
  });
});
afterEach(() => {
  document.cookie = 'XSRF-TOKEN=; max-age=0; path=/';
  vi.restoreAllMocks();
});

const respond = (status: number, body?: unknown) => {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  answer = async () => new Response(text ?? null, { status });
};
const refusal = (code: string) => ({ code, message: 'In words.', correlationId: 'correlation' });
const headersOf = (index = 0) => new Headers(fetched[index]?.options.headers);

describe('what is sent', () => {
  test('parameters and query stand in the address, each encoded', async () => {
    respond(404, {});
    await server.call('checkByDevice', { parameters: { deviceId: 'a/b?c' }, query: { skipSamlResponse: 'true' } });
    expect(fetched[0]?.address).toBe('/api/device-compliance/v1/check/a%2Fb%3Fc?skipSamlResponse=true');
  });

  test('a change that the session vouches for carries the XSRF token of the cookie; a read does not', async () => {
    document.cookie = 'XSRF-TOKEN=random.digest; path=/';
    respond(204);
    await server.call('askTemporaryAccess', { body: { reason: 'a meeting' } });
    await server.call('supportPhone', {});
    expect(headersOf(0).get('X-XSRF-TOKEN')).toBe('random.digest');
    expect(headersOf(1).has('X-XSRF-TOKEN')).toBe(false);
  });

  test('each call is called by the code of its tab, and by itself', async () => {
    respond(204);
    await server.call('supportPhone', {});
    await server.call('publicSupportInfo', {});
    const ids = [0, 1].map((index) => headersOf(index).get('Correlation-Id'));
    expect(ids).toEqual([expect.stringMatching(/^7KQ-42M-[\da-f-]{36}$/), expect.stringMatching(/^7KQ-42M-/)]);
    expect(new Set(ids).size).toBe(2);
    expect(server.tabCode).toBe('7KQ-42M');
  });

  test('a device call carries its token and goes to the endpoint that was chosen', async () => {
    respond(204);
    const query = { sessionId: '6f9619ff-8b86-4d01-b42d-00cf4fc964ff' };
    await server.call('checkResult', { query, token: 'token', endpoint: 'https://two.example' });
    expect(fetched[0]?.address).toMatch(/^https:\/\/two\.example\/api\/devices\/v2\/check-result\?/);
    expect(headersOf().get('Authorization')).toBe('JWT token');
    expect(headersOf().get('Data-Version')).toBe('2');
  });
});

describe('what comes back', () => {
  test.each([200, 201, 203, 206, 299])('[S9.052] %d is a success', async (status) => {
    respond(status, { phone: '1' });
    expect(await server.call('supportPhone', {})).toEqual({ kind: 'answer', status, body: { phone: '1' } });
  });

  test('204 is an answer without a body', async () => {
    respond(204);
    const query = { sessionId: '6f9619ff-8b86-4d01-b42d-00cf4fc964ff' };
    expect(await server.call('checkResult', { query })).toEqual({ kind: 'answer', status: 204, body: null });
  });

  test.each([400, 401, 403, 404, 409, 422])('%d is a refusal with its code', async (status) => {
    respond(status, refusal('not_signed_in'));
    expect(await server.call('supportPhone', {})).toEqual({ kind: 'refused', status, code: 'not_signed_in' });
  });

  test.each([500, 502, 503, 599])('%d is no answer', async (status) => {
    respond(status, refusal('not_signed_in'));
    expect(await server.call('supportPhone', {})).toEqual({ kind: 'unreachable', status });
  });

  test('an upload that a store refuses in words of its own is told apart from one that never arrived', async () => {
    respond(403, '<Error><Code>AccessDenied</Code></Error>');
    expect(await server.upload('https://store.example/1', '{}')).toEqual({ kind: 'unreachable', status: 403 });
    answer = async () => {
      throw new TypeError('Failed to fetch');
    };
    expect(await server.upload('https://store.example/1', '{}')).toEqual({ kind: 'unreachable' });
  });

  test('401 means the same in words that no one can read', async () => {
    respond(401, '<html>Authorization required</html>');
    expect(await server.call('supportPhone', {})).toEqual({ kind: 'refused', status: 401, code: 'not_signed_in' });
  });

  test('an upload that any store took counts', async () => {
    respond(200, '<ok/>');
    expect(await server.upload('https://store.example/1', '{}')).toEqual({ kind: 'answer', status: 200, body: null });
  });

  test('[S9.053] no default timeout ends a call: nothing but the 20 s after which it counts as a network failure', async () => {
    expect(OWN_LIMITS.callTimeoutMs).toBe(20_000);
    const timeout = vi.spyOn(AbortSignal, 'timeout');
    answer = (signal) =>
      new Promise((_, reject) => {
        signal?.addEventListener('abort', () => reject(new Error('aborted')));
      });
    const ending = new AbortController();
    timeout.mockReturnValue(ending.signal);
    const call = server.call('supportPhone', {});
    await vi.waitFor(() => expect(timeout).toHaveBeenCalledWith(20_000), 15_000);
    expect(timeout).toHaveBeenCalledTimes(1);
    ending.abort();
    expect(await call).toEqual({ kind: 'unreachable' });
  });
});

describe('bad input', () => {
  test('whatever the body is, it is an answer by the contract, a refusal or none', async () => {
    const bodies = fc.oneof(fc.json(), anyText(), fc.constant('<html>'), fc.constant(''));
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 200, max: 599 }), bodies, async (status, body) => {
        answer = async () => new Response([204, 205, 304].includes(status) ? null : body, { status });
        for (const name of ['settings', 'supportPhone', 'publicSupportInfo'] as const) {
          const result = await server.call(name, {});
          expect(['answer', 'refused', 'unreachable']).toContain(result.kind);
          if (result.kind === 'answer') expect(result.body).toBeTypeOf('object');
        }
      }),
      { numRuns: 150 },
    );
  });
});

describe('the clock', () => {
  const NOW = Date.parse('2026-11-21T09:10:00Z');
  const at = (date: string | null, status = 200) => {
    const headers = new Headers(date === null ? {} : { Date: date });
    answer = async () => new Response('{}', { status, headers });
  };
  beforeEach(() => {
    vi.useFakeTimers({ now: NOW, toFake: ['Date'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test('is compared with the Date header of whatever answers, refusals included', async () => {
    const fresh = createServerPort('7KQ-42M');
    expect(fresh.clockOffsetMs()).toBeNull();
    at('Sat, 21 Nov 2026 09:00:00 GMT', 503);
    await fresh.call('supportPhone', {});
    expect(fresh.clockOffsetMs()).toBe(600_000);
    at('Sat, 21 Nov 2026 09:10:30 GMT');
    await fresh.call('supportPhone', {});
    expect(fresh.clockOffsetMs()).toBe(-30_000);
  });

  test.each([null, '', 'yesterday'])('is left as it was by an answer that tells no time (%s)', async (date) => {
    const fresh = createServerPort('7KQ-42M');
    at('Sat, 21 Nov 2026 09:00:00 GMT');
    await fresh.call('supportPhone', {});
    at(date);
    await fresh.call('supportPhone', {});
    answer = () => Promise.reject(new TypeError('Failed to fetch'));
    await fresh.call('supportPhone', {});
    expect(fresh.clockOffsetMs()).toBe(600_000);
  });
});
