import { companyConfigurationSchema } from '@vestibule/contracts';
import { describe, expect, test } from 'vitest';
import { DEMO_PEOPLE } from './trial-people.ts';
import { whyPasswordIsWeak } from './password-rule.ts';

const person = { login: 'nadia', email: 'nadia.keller@alderbrook.example', displayName: 'Nadia Keller' };
const configuration = companyConfigurationSchema.parse({ productName: 'Doorkeeper' });

function judge(password: string, isDemo = false): string | null {
  const company = { name: 'alderbrook', displayName: 'Alderbrook' } as Parameters<
    typeof whyPasswordIsWeak
  >[1]['company'];
  return whyPasswordIsWeak(password, { company, configuration, config: { isDemo } }, person);
}

describe('a password is strong enough', () => {
  test.each([
    'quiet lantern over the harbour',
    'kV9#mQ2$xL7w',
    'пятьсот зелёных чайников',
    '五百の緑のやかんが口笛を吹く',
    'nadia rides a yellow bicycle',
  ])('%s', (password) => {
    expect(judge(password)).toBeNull();
  });
});

describe('a password is too weak', () => {
  test.each([
    ['eleven characters', 'kV9#mQ2$xL7'],
    ['eleven, of which some take two units', '😀kV9#mQ2$xL'],
    ['one letter again and again', 'aaaaaaaaaaaaaaaaaaaa'],
    ['two in turn', 'abababababababab'],
    ['the digits', '0123456789012'],
    ['the alphabet', 'abcdefghijklmnop'],
    ['backwards', 'ponmlkjihgfedcba'],
    ['runs in a row', 'aaaabbbbccccdddd'],
    ['the login and a year', 'nadia2026nadia'],
    ['the name', 'Keller-Nadia1'],
    ['the company', 'Alderbrook2026'],
    ['the product', 'doorkeeper-12'],
    ['the word itself', 'Password12345'],
  ])('%s: %s', (_name, password) => {
    expect(judge(password)).not.toBeNull();
  });
});

test('a password of the trial is one there alone', () => {
  for (const { password } of DEMO_PEOPLE) {
    expect(judge(password)).toContain('source of this program');
    expect(judge(password, true)).toBeNull();
  }
});
