import { adminApplyPolicyCall, adminPolicyCall, type CallBody } from '@vestibule/contracts';
import { expect, it } from 'vitest';
import { answeredOf } from './answered.ts';

const problems = [
  { line: 3, column: 5, message: 'There is no such check.' },
  { line: 4, column: 1, message: 'This is said twice.' },
];

it('says where the first mistake of a text is, in place of an answer', () => {
  const answered = answeredOf(adminApplyPolicyCall, { ok: true, body: { problems } });
  expect(answered).toMatchObject({
    ok: false,
    problem: { code: 'request_malformed', message: '3:5 There is no such check.' },
  });
});

it('leaves the answer of a call that reads no text as it is, whatever is in it', () => {
  const body = { problems } as unknown as CallBody<typeof adminPolicyCall>;
  expect(answeredOf(adminPolicyCall, { ok: true, body })).toEqual({ ok: true, body });
});

it('leaves an answer and a refusal of a call that reads a text as they are', () => {
  const body = { version: '7' } as unknown as CallBody<typeof adminApplyPolicyCall>;
  expect(answeredOf(adminApplyPolicyCall, { ok: true, body })).toEqual({ ok: true, body });
  const refused = { ok: false, problem: { code: 'network', message: null, requestId: null } } as const;
  expect(answeredOf(adminApplyPolicyCall, refused)).toBe(refused);
});
