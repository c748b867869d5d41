import { SAML_LIMITS } from './limits.ts';
import { NAME_ID_FORMATS } from './name-id.ts';
import { signXml, WHOLE_METADATA } from './sign-xml.ts';
import type { SigningKey } from './signing-key.ts';
import { element, writeXml, type XmlElement } from './write-xml.ts';
import { HTTP_POST_BINDING, HTTP_REDIRECT_BINDING, NAMESPACES } from './xml-names.ts';

export interface MetadataOptions {
  readonly entityId: string;
  readonly ssoUrl: string;
  /** The first one signs. A second is published before it begins to sign, and after it has ceased to. */
  readonly keys: readonly [SigningKey, ...SigningKey[]];
  readonly wantAuthnRequestsSigned: boolean;
  readonly now: Date;
}

/** Writes this identity provider's metadata, signed with the first key and valid for a week. */
export function createMetadata({ entityId, ssoUrl, keys, wantAuthnRequestsSigned, now }: MetadataOptions): string {
  const [signingKey] = keys;
  const attributes = {
    ID: `_${signingKey.keyId.slice(0, 40)}`,
    entityID: entityId,
    validUntil: new Date(now.getTime() + SAML_LIMITS.metadataLifeMs).toISOString(),
    cacheDuration: 'PT6H',
  };
  const descriptor = element(
    'md:IDPSSODescriptor',
    {
      WantAuthnRequestsSigned: String(wantAuthnRequestsSigned),
      protocolSupportEnumeration: NAMESPACES.samlp,
    },
    [
      ...keys.map(keyDescriptor),
      ...NAME_ID_FORMATS.map((format) => element('md:NameIDFormat', {}, [format])),
      ...[HTTP_REDIRECT_BINDING, HTTP_POST_BINDING].map((binding) =>
        element('md:SingleSignOnService', { Binding: binding, Location: ssoUrl }),
      ),
    ],
  );
  return signXml(writeXml(element('md:EntityDescriptor', attributes, [descriptor])), WHOLE_METADATA, signingKey);
}

function keyDescriptor({ certificateBase64 }: SigningKey): XmlElement {
  return element('md:KeyDescriptor', { use: 'signing' }, [
    element('ds:KeyInfo', {}, [element('ds:X509Data', {}, [element('ds:X509Certificate', {}, [certificateBase64])])]),
  ]);
}
