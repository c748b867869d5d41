import { randomUUID } from 'node:crypto';
import { SAML } from '@node-saml/node-saml';
import { inflateRawSync } from 'node:zlib';

/** Between whom a request goes. */
export interface Parties {
  readonly entityId: string;
  readonly acsUrl: string;
  readonly ssoUrl: string;
  readonly now: Date;
}

const PROTECTED = 'urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport';

/** What applications send where nothing was set: of node-saml by itself, of the others what their source says. */
export const DEFAULT_REQUESTS: { readonly [library: string]: (parties: Parties) => Promise<string> } = {
  'node-saml 5.1': async ({ entityId, acsUrl, ssoUrl }) => {
    const application = new SAML({
      issuer: entityId,
      callbackUrl: acsUrl,
      entryPoint: ssoUrl,
      idpCert: 'not looked at',
    });
    const url = new URL(await application.getAuthorizeUrlAsync('', undefined, {}));
    return inflateRawSync(Buffer.from(url.searchParams.get('SAMLRequest') ?? '', 'base64')).toString('utf8');
  },
  // SAML-Toolkits/python3-saml, src/onelogin/saml2/authn_request.py: what its template makes of settings without "security".
  'python3-saml': async (parties) => toolkitRequest(parties, `ONELOGIN_${randomUUID().replaceAll('-', '')}`),
  // SAML-Toolkits/php-saml, src/Saml2/AuthnRequest.php: the same, with requestedAuthnContext true, its default.
  'php-saml': async (parties) =>
    toolkitRequest(parties, `ONELOGIN_${randomUUID().replaceAll('-', '').padEnd(40, '0')}`),
};

function toolkitRequest({ entityId, acsUrl, ssoUrl, now }: Parties, id: string): string {
  return `<samlp:AuthnRequest xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${id}" Version="2.0" IssueInstant="${now.toISOString().slice(0, 19)}Z" Destination="${ssoUrl}" ProtocolBinding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" AssertionConsumerServiceURL="${acsUrl}">
    <saml:Issuer>${entityId}</saml:Issuer>
    <samlp:NameIDPolicy Format="urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified" AllowCreate="true" />
    <samlp:RequestedAuthnContext Comparison="exact">
        <saml:AuthnContextClassRef>${PROTECTED}</saml:AuthnContextClassRef>
    </samlp:RequestedAuthnContext>
</samlp:AuthnRequest>`;
}
