import { describe, expect, it } from 'vitest';
import { adminBlockPersonCall } from './admin/people-access.ts';
import { adminPersonCall } from './admin/people.ts';
import { signOutCall } from './sign-in.ts';
import { xsrfTokensIn } from './call.ts';
import { type CallAnswered, makeCall, takesXsrfToken } from './make-call.ts';
import { askTemporaryAccessCall } from './compliance.ts';
import { mySessionCall } from './identity.ts';
import { confirmTotpCall } from './second-factors.ts';

const refusal = (code: string) => JSON.stringify({ code, message: 'In words.', correlationId: 'c' });
const signOut = (answered: CallAnswered) => makeCall(signOutCall, {}, async () => answered);

it('sends what the row says', async () => {
  const sent: unknown[] = [];
  const input = { parameters: { id: 'a/b' }, body: { code: '1' } };
  await makeCall(confirmTotpCall, input, async (request) => {
    sent.push(request);
    return { status: 200, text: '' };
  });
  const address = '/api/online/v1/second-factors/totp/a%2Fb/confirm';
  expect(sent).toEqual([{ method: 'POST', address, body: '{"code":"1"}' }]);
});

describe('what comes back', () => {
  const body = { continueTo: '/online/' };
  it.each([
    ['its answer', 200, JSON.stringify(body), { kind: 'answer', status: 200, body }],
    ['a success that it does not name', 206, JSON.stringify(body), { kind: 'answer', status: 206, body }],
    ['a success of another shape', 200, '{"goTo":"/"}', { kind: 'unreachable', status: 200 }],
    ['a refusal', 403, refusal('account_disabled'), { kind: 'refused', status: 403, code: 'account_disabled' }],
    ['401 in other words', 401, '<html>', { kind: 'refused', status: 401, code: 'not_signed_in' }],
    ['a refusal in other words', 403, '<html>', { kind: 'unreachable', status: 403 }],
    ['a refusal by a code that is none', 403, refusal('no_such_code'), { kind: 'unreachable', status: 403 }],
    ['an error of the server', 500, refusal('not_signed_in'), { kind: 'unreachable', status: 500 }],
  ])('%s', async (_, status, text, result) => {
    expect(await signOut({ status, text })).toEqual(result);
  });

  it('is nothing where the way brings no answer', async () => {
    const result = await makeCall(signOutCall, {}, () => Promise.reject(new TypeError('Failed to fetch')));
    expect(result).toEqual({ kind: 'unreachable' });
  });
});

it('has a change that a session vouches for say its cookie again, and no other call', () => {
  const calls = [signOutCall, askTemporaryAccessCall, adminBlockPersonCall, mySessionCall, adminPersonCall];
  expect(calls.map(takesXsrfToken)).toEqual([true, true, true, false, false]);
});

it.each([
  ['a=1; XSRF-TOKEN=random.digest; b=2', 'random.digest'],
  ['a=1', ''],
  ['', ''],
  // Another host of the domain has set more of them.
  ['XSRF-TOKEN=theirs.digest; XSRF-TOKEN=own.digest', 'theirs.digest,own.digest'],
  ['XSRF-TOKEN=\u1234; XSRF-TOKEN=a,b; XSRF-TOKEN=; XSRF-TOKEN=own.digest', '%E1%88%B4,a,b,,own.digest'],
])('of the cookies %j the XSRF header says %j', (cookies, said) => {
  expect(xsrfTokensIn(cookies)).toBe(said);
});
