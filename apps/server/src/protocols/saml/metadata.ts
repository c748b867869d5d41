import { NAME_ID_FORMATS } from './name-id.ts';
import { signElement, x509DataElement } from './sign-element.ts';
import type { SigningKey } from './signing-key.ts';
import { element, writeXml, type XmlElement } from './write-xml.ts';
import { HTTP_POST_BINDING, HTTP_REDIRECT_BINDING, NAMESPACES } from './xml-names.ts';

export interface MetadataOptions {
  readonly entityId: string;
  readonly ssoUrl: string;
  /** The address of single logout; absent: not offered. */
  readonly sloUrl?: string | undefined;
  /** The first one signs. Others are published before they begin to sign, and after they have ceased to. */
  readonly keys: readonly SigningKey[];
  readonly wantAuthnRequestsSigned: boolean;
}

/**
 * Writes this identity provider's metadata, signed with the first key. It says how often to read it again, and no end:
 * many applications are given it as a file, and would stop on that day. What ends a key is its retirement.
 *
 * @throws when there is no key
 */
export function createMetadata(options: MetadataOptions): string {
  const { entityId, ssoUrl, sloUrl, keys, wantAuthnRequestsSigned } = options;
  const [signingKey] = keys;
  if (signingKey === undefined) throw new Error('Metadata needs a key to be signed with.');
  const attributes = {
    ID: `_${signingKey.keyId.slice(0, 40)}`,
    entityID: entityId,
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
      ...(sloUrl === undefined ? [] : endpoints('md:SingleLogoutService', sloUrl)),
      ...NAME_ID_FORMATS.map((format) => element('md:NameIDFormat', {}, [format])),
      ...endpoints('md:SingleSignOnService', ssoUrl),
    ],
  );
  return writeXml(signElement(element('md:EntityDescriptor', attributes, [descriptor]), signingKey));
}

function endpoints(name: `md:${string}`, address: string): readonly XmlElement[] {
  return [HTTP_REDIRECT_BINDING, HTTP_POST_BINDING].map((binding) =>
    element(name, { Binding: binding, Location: address }),
  );
}

function keyDescriptor({ certificateBase64 }: SigningKey): XmlElement {
  return element('md:KeyDescriptor', { use: 'signing' }, [
    element('ds:KeyInfo', {}, [x509DataElement(certificateBase64)]),
  ]);
}
