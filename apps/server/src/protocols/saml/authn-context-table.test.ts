import { describe, expect, it } from 'vitest';
import {
  authnContextClassOf,
  type RequestedAuthnContext,
  satisfiesAuthnContext,
  type SignInMethod,
} from './authn-context.ts';

const AC = 'urn:oasis:names:tc:SAML:2.0:ac:classes:';
const UNSPECIFIED = `${AC}unspecified`;
const PASSWORD = `${AC}Password`;
const PROTECTED = `${AC}PasswordProtectedTransport`;
const CODE = `${AC}TimeSyncToken`;
const MFA = 'https://refeds.org/profile/mfa';
const X509 = `${AC}X509`;
const KERBEROS = `${AC}Kerberos`;
const ENTRA_MFA = 'http://schemas.microsoft.com/claims/multipleauthn';
const NOBODYS = 'urn:example:nobody';

/** Every sign-in there is: what was done, what a provider said, and every class that is true of it, its own first. */
interface Row {
  readonly method: SignInMethod;
  readonly level: string | null;
  /** Where a provider's Password and unspecified count as a password over a protected connection, as they do by default. */
  readonly counting: readonly string[];
  /** Where the company forbids that. */
  readonly literal: readonly string[];
}

const same = (method: SignInMethod, ...classes: string[]): Row => ({
  method,
  level: null,
  counting: classes,
  literal: classes,
});
const upstream = (method: SignInMethod, level: string | null, counting: string[], literal: string[]): Row => ({
  method,
  level,
  counting,
  literal,
});
const OF_PASSWORD = [PROTECTED, PASSWORD, UNSPECIFIED];

const TABLE: readonly Row[] = [
  same('password', PROTECTED, PASSWORD, UNSPECIFIED),
  same('one-time-code', CODE, MFA, PROTECTED, PASSWORD, UNSPECIFIED),
  same('passkey', MFA, UNSPECIFIED),
  same('password+passkey', MFA, PROTECTED, PASSWORD, UNSPECIFIED),
  same('password+device', MFA, PROTECTED, PASSWORD, UNSPECIFIED),
  upstream('upstream', null, [UNSPECIFIED, PROTECTED, PASSWORD], [UNSPECIFIED]),
  upstream('upstream', UNSPECIFIED, [UNSPECIFIED, PROTECTED, PASSWORD], [UNSPECIFIED]),
  // Google and Entra ID of old: no class at all.
  upstream('upstream', '1', [UNSPECIFIED, PROTECTED, PASSWORD], [UNSPECIFIED]),
  upstream('upstream', PASSWORD, [PASSWORD, PROTECTED, UNSPECIFIED], [PASSWORD, UNSPECIFIED]),
  upstream('upstream', PROTECTED, [PROTECTED, PASSWORD, UNSPECIFIED], [PROTECTED, UNSPECIFIED]),
  upstream('upstream', X509, [X509, UNSPECIFIED], [X509, UNSPECIFIED]),
  upstream('upstream', KERBEROS, [KERBEROS, UNSPECIFIED], [KERBEROS, UNSPECIFIED]),
  upstream('upstream', ENTRA_MFA, [ENTRA_MFA, UNSPECIFIED], [ENTRA_MFA, UNSPECIFIED]),
  // A second factor that no one counts is not believed: what is left is that someone signed in there.
  upstream('upstream', CODE, [UNSPECIFIED, PROTECTED, PASSWORD], [UNSPECIFIED]),
  upstream('upstream', MFA, [UNSPECIFIED, PROTECTED, PASSWORD], [UNSPECIFIED]),
  upstream('upstream+one-time-code', null, [CODE, MFA, ...OF_PASSWORD], [CODE, MFA, UNSPECIFIED]),
  upstream('upstream+one-time-code', PASSWORD, [CODE, MFA, ...OF_PASSWORD], [CODE, MFA, PASSWORD, UNSPECIFIED]),
  upstream('upstream+one-time-code', KERBEROS, [CODE, MFA, KERBEROS, UNSPECIFIED], [CODE, MFA, KERBEROS, UNSPECIFIED]),
  upstream('upstream+passkey', null, [MFA, ...OF_PASSWORD], [MFA, UNSPECIFIED]),
  upstream('upstream+passkey', X509, [MFA, X509, UNSPECIFIED], [MFA, X509, UNSPECIFIED]),
  upstream('upstream+second-factor', null, [MFA, ...OF_PASSWORD], [MFA, UNSPECIFIED]),
  upstream('upstream+second-factor', MFA, [MFA, ...OF_PASSWORD], [MFA, UNSPECIFIED]),
  upstream('upstream+second-factor', PASSWORD, [MFA, ...OF_PASSWORD], [MFA, PASSWORD, UNSPECIFIED]),
  upstream('upstream+second-factor', ENTRA_MFA, [MFA, ENTRA_MFA, ...OF_PASSWORD], [MFA, ENTRA_MFA, UNSPECIFIED]),
  upstream('upstream+second-factor', X509, [MFA, X509, UNSPECIFIED], [MFA, X509, UNSPECIFIED]),
];

/** How strong a class is; what is not here has no strength that could be compared. */
const STRENGTH: { readonly [name: string]: number } = {
  [UNSPECIFIED]: 0,
  [PASSWORD]: 1,
  [PROTECTED]: 2,
  [CODE]: 3,
  [MFA]: 4,
};

/** Whether this one class, said of a sign-in, is an answer: SAML core 3.3.2.2.1, sentence by sentence. */
function isAnswer(said: string, own: string, { comparison, classes }: RequestedAuthnContext): boolean {
  if (comparison === 'exact') return classes.some((asked) => asked === said);
  // To be called unspecified is no strength: who did more is not measured by it.
  if (said === UNSPECIFIED && own !== UNSPECIFIED) return false;
  const strength = STRENGTH[said] ?? Number.NaN;
  if (comparison === 'minimum') {
    // Nothing is weaker than what says nothing.
    return classes.some((asked) => asked === UNSPECIFIED || asked === said || strength >= (STRENGTH[asked] ?? NaN));
  }
  if (comparison === 'maximum') return classes.some((asked) => asked === said || strength <= (STRENGTH[asked] ?? NaN));
  return classes.length > 0 && classes.every((asked) => strength > (STRENGTH[asked] ?? NaN));
}

const ASKED = [UNSPECIFIED, PASSWORD, PROTECTED, CODE, MFA, X509, KERBEROS, ENTRA_MFA, NOBODYS];
/** None, each class, each two in either order, and some three. */
const LISTS: readonly (readonly string[])[] = [
  [],
  ...ASKED.map((one) => [one]),
  ...ASKED.flatMap((one) => ASKED.filter((other) => other !== one).map((other) => [one, other])),
  [X509, PROTECTED, MFA],
  [NOBODYS, KERBEROS, UNSPECIFIED],
];
const REQUESTS = (['exact', 'minimum', 'maximum', 'better'] as const).flatMap((comparison) =>
  LISTS.map((classes): RequestedAuthnContext => ({ comparison, classes })),
);

describe.each([true, false])('the table of what answers what, with a provider’s password counted: %s', (counts) => {
  it.each(TABLE)('$method, of which $level was said', (row) => {
    const proven = counts ? row.counting : row.literal;
    const [own = ''] = proven;
    for (const requested of REQUESTS) {
      const answering = proven.filter((name) => isAnswer(name, own, requested));
      const isAnswered = satisfiesAuthnContext(requested, row.method, row.level, counts);
      expect({ requested, isAnswered }).toEqual({ requested, isAnswered: answering.length > 0 });
      // What is written is true of the sign-in, and answers what was asked wherever anything does.
      const stated = authnContextClassOf(row.method, row.level, requested, counts);
      const right = answering.length === 0 ? [own] : answering;
      expect({ requested, stated, isRight: right.includes(stated) }).toEqual({ requested, stated, isRight: true });
    }
    expect(satisfiesAuthnContext(null, row.method, row.level, counts)).toBe(true);
    expect(authnContextClassOf(row.method, row.level, null, counts)).toBe(own);
  });
});

it('nothing weaker satisfies a second factor, a certificate or Kerberos, whatever is compared', () => {
  const weak = TABLE.filter(({ counting }) => ![CODE, MFA, X509, KERBEROS, ENTRA_MFA].includes(counting[0] ?? ''));
  expect(weak.length).toBeGreaterThan(5);
  for (const { method, level } of weak) {
    for (const asked of [CODE, MFA, X509, KERBEROS]) {
      for (const comparison of ['exact', 'minimum', 'better'] as const) {
        expect(satisfiesAuthnContext({ comparison, classes: [asked] }, method, level)).toBe(false);
      }
    }
  }
});
