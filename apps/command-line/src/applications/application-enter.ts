import type { CallAnswer } from '../frame/client.ts';
import { dayText } from '../frame/output.ts';
import type { Run } from '../frame/run.ts';

/** What to enter at an application that was added, so that it finds the gate. */
export async function whatToEnter(
  { ask }: Run,
  from: 'saml-record' | 'saml-metadata' | 'saml-metadata-url' | 'oidc',
  { clientId, clientSecret }: CallAnswer<'adminAddApplication'>,
): Promise<readonly (readonly [what: string, value: string])[]> {
  const { publicUrl } = await ask('adminCompany');
  if (from === 'oidc') {
    return [
      ['Issuer', `${publicUrl}/oidc`],
      ['Client id', clientId ?? ''],
      ['Client secret', clientSecret ?? 'none'],
    ];
  }
  const { keys } = await ask('adminKeys');
  const active = keys.find(({ state }) => state === 'active');
  return [
    ['Metadata', `${publicUrl}/saml/metadata`],
    ['Entity id', `${publicUrl}/saml/metadata`],
    ['Sign-on', `${publicUrl}/saml/sso`],
    ['Log-out', `${publicUrl}/saml/slo`],
    ['Certificate', `the one in the metadata, good until ${dayText(active?.expiresAt ?? null)}`],
    // As wide as the terminal takes in one line: it is compared.
    ['SHA-256', active?.thumbprint ?? ''],
  ];
}
