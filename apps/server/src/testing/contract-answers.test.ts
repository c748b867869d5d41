import { describe, expect, test } from 'vitest';
import { compareWithContract } from './contract-answers.ts';

const FLAG = 'GET /api/online/v1/feature-flags/:key';

describe('comparing what was answered with the contract', () => {
  test('lists what no test produced, call by call', () => {
    const { gaps, declared, given, undeclared } = compareWithContract([`${FLAG} 200`, `${FLAG} 401 not_signed_in`]);
    expect(gaps.get('featureFlag')).toEqual(['403 account_disabled', '400 request_malformed']);
    expect(gaps.get('eula')).toEqual(['200']);
    expect(given).toBe(2);
    expect(declared).toBeGreaterThan(200);
    expect(undeclared).toEqual([]);
  });

  test('lists what was answered and is not declared', () => {
    const recorded = [`${FLAG} 200`, `${FLAG} 500 server_error`, `${FLAG} 403 role_missing`, 'GET /healthz 200'];
    expect(compareWithContract(recorded).undeclared).toEqual([`${FLAG} 500 server_error`, `${FLAG} 403 role_missing`]);
  });
});
