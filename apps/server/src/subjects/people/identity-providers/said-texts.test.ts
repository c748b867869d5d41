import { oidcUpstreamSettingsSchema, samlUpstreamSettingsSchema } from '@vestibule/contracts';
import { expect, test } from 'vitest';
import { toIdentity } from './oidc.ts';
import { readAssertion } from './saml-assertion.ts';
import { SAID } from './said-texts.ts';

const settings = oidcUpstreamSettingsSchema.parse({ issuer: 'https://login.example', clientId: 'gate' });
const saml = samlUpstreamSettingsSchema.parse({
  entityId: 'https://login.example',
  ssoUrl: 'https://login.example/sso',
  certificates: ['not looked at'],
});
const long = (length: number) => 'x'.repeat(length);
const identityOf = (claims: Record<string, unknown>) => toIdentity({ sub: 'ilse', ...claims }, settings);

test('what a provider says and is too long to keep is as if it had not come', () => {
  const said = { preferred_username: long(255), name: long(255), email: long(320), acr: long(1024) };
  expect(identityOf(said)).toMatchObject({
    login: said.preferred_username,
    displayName: said.name,
    email: said.email,
    level: said.acr,
  });
  expect(
    identityOf({ preferred_username: long(256), name: long(256), email: long(321), acr: long(1025) }),
  ).toMatchObject({ login: null, displayName: null, email: null, level: null });
  expect(identityOf({ name: long(100_000) }).displayName).toBeNull();
  expect(identityOf({ name: 'Ilse\r\n\u202eBrandt' }).displayName).toBe('Ilse Brandt');
});

test('nor are names of claims kept that are long, or more than anybody reads', () => {
  expect(identityOf({ [long(256)]: 1, [long(255)]: 1 }).received).toEqual(['sub', long(255)]);
  const many = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`claim${index}`, 1]));
  expect(identityOf(many).received).toHaveLength(200);
});

test('and the same of SAML, where nothing is cut off to fit', () => {
  const now = new Date();
  const soon = new Date(now.getTime() + 60_000).toISOString();
  const { entityId } = saml;
  const confirmed = { $: { Recipient: 'https://gate.example/acs', InResponseTo: '_r', NotOnOrAfter: soon } };
  const Subject = [
    {
      NameID: [{ _: 'ilse' }],
      SubjectConfirmation: [
        { $: { Method: 'urn:oasis:names:tc:SAML:2.0:cm:bearer' }, SubjectConfirmationData: [confirmed] },
      ],
    },
  ];
  const AuthnStatement = [
    { $: { AuthnInstant: now.toISOString() }, AuthnContext: [{ AuthnContextClassRef: [{ _: long(1025) }] }] },
  ];
  const Conditions = [{ $: { NotOnOrAfter: soon } }];
  const { login, displayName, groups } = saml.attributes;
  const said = { [login ?? '']: 'ilse', [displayName ?? '']: long(256), [groups ?? '']: ['it', long(1025)] };
  const read = readAssertion({ Assertion: { Issuer: [{ _: entityId }], Subject, Conditions, AuthnStatement } }, said, {
    settings: saml,
    acsUrl: 'https://gate.example/acs',
    requestId: '_r',
    now,
    startedAt: now,
  });
  expect(read).toMatchObject({ login: 'ilse', displayName: null, groups: null, level: null });
});

test.each([
  ['that shows nothing', '\u3164'],
  ['with a character that shows nothing', 'tom\u200bas'],
  ['of fullwidth letters', 'ｔｏｍａｓ'],
  ['with a ligature', 'ﬁnn'],
])('a login %s is as if it had not come', (_, login) => {
  expect(SAID.login.parse(login)).toBeNull();
});

test.each(['tomas', 'Zoë.Müller@alderbrook.example', 'mu\u0308ller', '李雷', 'нина'])(
  'the login %s is taken',
  (login) => {
    expect(SAID.login.parse(login)).toBe(login);
  },
);
