import { expect, onTestFinished, test } from 'vitest';
import { send } from '../../testing/send.ts';
import { startTestServer } from '../../testing/test-server.ts';

const LIMIT = 12;

/** What becomes of one more than the limit, sent as these visitors in turn, and then of one by another person. */
async function askTooOften(trustedProxies: readonly string[], visitors: readonly string[]) {
  const server = await startTestServer({ trustedProxies, calls: { signIns: LIMIT } });
  onTestFinished(() => server.close());
  let logins = 0;
  const signIn = async (visitor: string) => {
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': visitor };
    const body = JSON.stringify({ login: `person-${(logins += 1)}`, password: 'wrong' });
    return (await send(`${server.url}/api/online/v1/sign-in`, { method: 'POST', headers, body }, server.port)).status;
  };
  const statuses: number[] = [];
  for (let sent = 0; sent <= LIMIT; sent += 1) statuses.push(await signIn(visitors[sent % visitors.length] ?? ''));
  return { last: statuses.at(-1), other: await signIn('203.0.113.77') };
}

test('behind a named proxy, sign-ins are counted by visitor', async () => {
  expect(await askTooOften(['127.0.0.1'], ['203.0.113.1'])).toEqual({ last: 429, other: 401 });
});

test('behind a named proxy, what a visitor puts in front of the proxy’s word counts for nothing', async () => {
  const lies = Array.from({ length: LIMIT + 1 }, (_, index) => `198.51.100.${index}, 203.0.113.1`);
  expect(await askTooOften(['127.0.0.1'], lies)).toEqual({ last: 429, other: 401 });
});

test('without a named proxy no one says who they are: it is the connection that counts', async () => {
  const lies = Array.from({ length: LIMIT + 1 }, (_, index) => `198.51.100.${index}`);
  expect(await askTooOften([], lies)).toEqual({ last: 429, other: 429 });
});
