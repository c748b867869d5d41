import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import { inflateRawSync } from 'node:zlib';
import { SignedXml } from 'xml-crypto';
import { createKeys } from './create-keys.ts';
import { freePort } from '@vestibule/testing/free-port';

const EXCLUSIVE = 'http://www.w3.org/2001/10/xml-exc-c14n#';

/** A company's own identity provider that speaks SAML: one page with one button, and answers signed twice. */
export interface SamlIdentityProvider {
  readonly entityId: string;
  readonly ssoUrl: string;
  readonly certificate: string;
  stop(): Promise<void>;
}

/** @returns null where there is no openssl to make its certificate with */
export async function startSamlIdentityProvider(audience: () => string): Promise<SamlIdentityProvider | null> {
  const keys = await createKeys();
  if (keys === null) return null;
  const port = await freePort();
  const entityId = `http://127.0.0.1:${port}/metadata`;
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', entityId);
    const request64 = url.searchParams.get('SAMLRequest');
    // A browser asks for an icon, too.
    if (request64 === null) {
      response.writeHead(404).end();
      return;
    }
    const message = inflateRawSync(Buffer.from(request64, 'base64')).toString();
    const read = (name: string) => new RegExp(`${name}="([^"]+)"`).exec(message)?.[1] ?? '';
    const acsUrl = read('AssertionConsumerServiceURL');
    const xml = answer({ entityId, acsUrl, inResponseTo: read('ID'), audience: audience() }, keys.privateKey);
    const fields = {
      SAMLResponse: Buffer.from(xml).toString('base64'),
      RelayState: url.searchParams.get('RelayState'),
    };
    const inputs = Object.entries(fields).map(
      ([name, value]) => `<input type="hidden" name="${name}" value="${value}">`,
    );
    response
      .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
      .end(
        `<!doctype html><title>Alderbrook</title><form method="post" action="${acsUrl}">${inputs.join('')}<button>Sign in as Ines</button></form>`,
      );
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    entityId,
    ssoUrl: `http://127.0.0.1:${port}/sso`,
    certificate: keys.certificate,
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

interface Parts {
  readonly entityId: string;
  readonly acsUrl: string;
  readonly inResponseTo: string;
  readonly audience: string;
}

function answer({ entityId, acsUrl, inResponseTo, audience }: Parts, privateKey: string): string {
  const now = Date.now();
  const at = (milliseconds: number) => new Date(now + milliseconds).toISOString();
  const id = () => `_${randomBytes(20).toString('hex')}`;
  const attribute = (name: string, value: string) =>
    `<saml:Attribute Name="${name}"><saml:AttributeValue>${value}</saml:AttributeValue></saml:Attribute>`;
  const assertion = `<saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${id()}" IssueInstant="${at(0)}" Version="2.0"><saml:Issuer>${entityId}</saml:Issuer><saml:Subject><saml:NameID Format="urn:oasis:names:tc:SAML:2.0:nameid-format:persistent">ines-at-alderbrook</saml:NameID><saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"><saml:SubjectConfirmationData InResponseTo="${inResponseTo}" NotOnOrAfter="${at(120_000)}" Recipient="${acsUrl}"/></saml:SubjectConfirmation></saml:Subject><saml:Conditions NotBefore="${at(-60_000)}" NotOnOrAfter="${at(120_000)}"><saml:AudienceRestriction><saml:Audience>${audience}</saml:Audience></saml:AudienceRestriction></saml:Conditions><saml:AuthnStatement AuthnInstant="${at(0)}" SessionIndex="${id()}"><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement><saml:AttributeStatement>${attribute('login', 'ines')}${attribute('email', 'ines@alderbrook.example')}${attribute('displayName', 'Ines Weber')}</saml:AttributeStatement></saml:Assertion>`;
  const response = `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" Destination="${acsUrl}" ID="${id()}" InResponseTo="${inResponseTo}" IssueInstant="${at(0)}" Version="2.0"><saml:Issuer>${entityId}</saml:Issuer><samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></samlp:Status>${assertion}</samlp:Response>`;
  const inner = sign(response, "//*[local-name()='Assertion']", privateKey);
  return sign(inner, '/*', privateKey);
}

function sign(xml: string, element: string, privateKey: string): string {
  const signature = new SignedXml({
    privateKey,
    signatureAlgorithm: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
    canonicalizationAlgorithm: EXCLUSIVE,
  });
  signature.addReference({
    xpath: element,
    transforms: ['http://www.w3.org/2000/09/xmldsig#enveloped-signature', EXCLUSIVE],
    digestAlgorithm: 'http://www.w3.org/2001/04/xmlenc#sha256',
  });
  signature.computeSignature(xml, {
    prefix: 'ds',
    location: { reference: `${element}/*[local-name()='Issuer']`, action: 'after' },
  });
  return signature.getSignedXml();
}
