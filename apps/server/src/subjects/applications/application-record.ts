import { type OidcClient, oidcClientSchema } from '../../protocols/oidc/oidc-client.ts';
import type { Application } from '../../repositories/companies.ts';
import { type ServiceProvider, serviceProviderSchema } from '../../protocols/saml/index.ts';

type Fields = Readonly<Record<string, unknown>>;

/** The record of its protocol, as it is stored. */
export function recordOf({ serviceProvider, oidcClient }: Application): Record<string, unknown> {
  const record = serviceProvider ?? oidcClient;
  return typeof record === 'object' && record !== null ? { ...record } : {};
}

/** The record as it holds: what was stored before a field was there has its standard. */
export function recordInForce(application: Application): Record<string, unknown> {
  const stored = recordOf(application);
  if (application.protocol === 'second-step') return stored;
  const schema = application.protocol === 'saml' ? serviceProviderSchema : oidcClientSchema;
  const read = schema.safeParse(stored);
  return read.success ? { ...read.data } : stored;
}

/** What was sent, without the known fields that are to be as usual again: those that are null. */
export function withoutNulls(sent: Fields, known: Fields): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(sent).filter(([name, value]) => value !== null || !Object.hasOwn(known, name)),
  );
}

/** A record with what was sent in the place of what it was; what is not named stays, and null takes a field back. */
export function mergeRecord(stored: Fields, sent: Fields, known: Fields): Record<string, unknown> {
  const kept = Object.entries(stored).filter(([name]) => !Object.hasOwn(sent, name));
  return { ...Object.fromEntries(kept), ...withoutNulls(sent, known) };
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** What a change of a record takes away that kept people or messages safe, or that the application lives on. */
export function warnOfWeaker(before: Fields, after: Fields): string[] {
  const is = (name: keyof ServiceProvider | keyof OidcClient) => [before[name] === true, after[name] === true] as const;
  const ends = (name: keyof ServiceProvider) => listOf(before[name]).length > 0 && listOf(after[name]).length === 0;
  const turned = (name: Parameters<typeof is>[0], to: boolean) => is(name)[0] !== to && is(name)[1] === to;
  const names = (record: Fields) =>
    listOf(record['attributes']).flatMap((one) =>
      typeof one === 'object' && one !== null && 'name' in one && typeof one.name === 'string' ? [one.name] : [],
    );
  const left = names(before).filter((name) => !names(after).includes(name));
  return [
    ...(turned('wantAuthnRequestsSigned', false)
      ? ['Its requests need no signature any more (wantAuthnRequestsSigned): anybody can begin a sign-in in its name.']
      : []),
    ...(ends('encryptionCertificate')
      ? ['Its assertions are no longer encrypted (encryptionCertificate): anyone who sees one can read it.']
      : []),
    ...(turned('signResponse', false) ? ['Its responses are signed no longer (signResponse); assertions are.'] : []),
    ...(ends('certificates') ? ['No certificate of it is known any more (certificates): it cannot sign log-out.'] : []),
    ...(ends('singleLogoutServices') ? ['It takes part in single log-out no longer (singleLogoutServices).'] : []),
    ...(left.length > 0 ? [`It is sent no longer: ${left.join(', ')} (attributes).`] : []),
    ...(turned('allowsIdpInitiated', true)
      ? ['A sign-in may begin without a request of it (allowsIdpInitiated).']
      : []),
    ...(turned('namesPerson', true) ? ['Its signed requests say who the person is (namesPerson).'] : []),
    ...(turned('requiresPkce', false) ? ['It needs no PKCE any more (requiresPkce).'] : []),
    ...(before['authenticationMethod'] !== 'none' && after['authenticationMethod'] === 'none'
      ? ['It proves itself by no secret any more (authenticationMethod).']
      : []),
  ];
}
