import { X509Certificate } from 'node:crypto';
import {
  oidcUpstreamSettingsSchema,
  type OidcUpstreamSettings,
  samlUpstreamSettingsSchema,
  type SamlUpstreamSettings,
} from '@vestibule/contracts';
import { findUpstream, type UpstreamRow } from '../../../repositories/upstreams.ts';
import type { ServerContext } from '../../../context/server-context.ts';

/** A company's own identity provider, read and checked. */
export type Upstream = { readonly row: UpstreamRow } & (
  | { readonly kind: 'oidc'; readonly settings: OidcUpstreamSettings; readonly secret: string | null }
  | { readonly kind: 'saml'; readonly settings: SamlUpstreamSettings }
);

/** What its people settings say, whichever kind it is. */
export type PeopleSettings = Pick<OidcUpstreamSettings, 'createsPeople' | 'allowedDomains' | 'userType'>;

/** @returns null when the company has no such identity provider, or it is switched off */
export async function loadUpstream(context: ServerContext, id: string): Promise<Upstream | null> {
  const upstream = await loadAnyUpstream(context, id);
  return upstream?.row.isEnabled === true ? upstream : null;
}

/** Also one that is switched off: an administrator tries it before people do. */
export async function loadAnyUpstream(context: ServerContext, id: string): Promise<Upstream | null> {
  const row = await findUpstream(context.database, context.company.id, id);
  return row === null ? null : readUpstream(context, row);
}

export function readUpstream({ masterKey }: ServerContext, row: UpstreamRow): Upstream {
  switch (row.kind) {
    case 'oidc':
      return {
        row,
        kind: 'oidc',
        settings: oidcUpstreamSettingsSchema.parse(row.settings),
        secret: row.sealedSecret === null ? null : masterKey.unseal(row.sealedSecret, row.id),
      };
    case 'saml':
      return { row, kind: 'saml', settings: samlUpstreamSettingsSchema.parse(row.settings) };
    default:
      return row.kind satisfies never;
  }
}

/** Whether a text is a certificate whose key SAML answers are taken of. */
export function isSigningCertificate(pem: string): boolean {
  try {
    const { publicKey } = new X509Certificate(pem);
    return publicKey.asymmetricKeyType === 'rsa' && (publicKey.asymmetricKeyDetails?.modulusLength ?? 0) >= 2048;
  } catch {
    return false;
  }
}

/** Addresses of ours that the identity provider is told. Each upstream has its own: that is what stops a mix-up. */
export function addressesOf({ publicUrl }: Pick<ServerContext, 'publicUrl'>, id: string) {
  const own = `${publicUrl}/online/upstream/${id}`;
  return { callback: `${own}/callback`, acs: `${own}/acs`, metadata: `${own}/metadata` };
}
