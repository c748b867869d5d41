import { CALLS } from '@vestibule/contracts';
import { describe, expect, test } from 'vitest';
import { readAnswer } from './contract-shape.ts';

const flag = CALLS.featureFlag;
const refusal = { code: 'not_signed_in', message: 'No one is signed in.', correlationId: '1' };
const problemOf = (...answered: Parameters<typeof readAnswer>) => readAnswer(...answered).problem;

describe('the shape of an answer', () => {
  test('is the one that the contract says', () => {
    expect(readAnswer(flag, 200, '{"key":"x","active":true}')).toEqual({ code: '', problem: null });
    expect(readAnswer(flag, 401, JSON.stringify(refusal))).toEqual({ code: 'not_signed_in', problem: null });
    expect(problemOf(CALLS.activity, 204, undefined)).toBeNull();
  });

  test.each([
    ['another type', flag, 200, '{"key":"x","active":1}'],
    ['a part left out', flag, 200, '{"key":"x"}'],
    ['no JSON', flag, 200, 'x'],
    ['nothing', flag, 200, ''],
    ['a body where there is none', CALLS.activity, 204, '{}'],
    ['a refusal without a code', flag, 401, '{"message":"x","correlationId":"1"}'],
    ['a code that no one knows', flag, 401, JSON.stringify({ ...refusal, code: 'x' })],
    ['a page', flag, 404, '<html></html>'],
  ] as const)('is not: %s', (_name, call, status, payload) => {
    expect(problemOf(call, status, payload)).not.toBeNull();
  });
});
