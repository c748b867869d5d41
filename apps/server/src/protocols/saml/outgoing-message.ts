import { sign } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import type { MessageParameter } from './received-message.ts';
import { signElement } from './sign-element.ts';
import type { SigningKey } from './signing-key.ts';
import { writeXml, type XmlElement } from './write-xml.ts';
import { RSA_SHA256 } from './xml-names.ts';

/** A signed message on its way through the browser. */
export type OutgoingMessage =
  | { readonly binding: 'redirect'; readonly id: string; readonly url: string }
  | {
      readonly binding: 'post';
      readonly id: string;
      readonly actionUrl: string;
      /** The hidden fields of the form: the message, and RelayState when there is one. */
      readonly fields: Readonly<Record<string, string>>;
    };

export interface Outgoing {
  readonly id: string;
  readonly binding: 'redirect' | 'post';
  readonly address: string;
  readonly parameter: MessageParameter;
  readonly root: XmlElement;
  readonly relayState: string | null;
}

/** Signs a message as its binding demands: the query for HTTP-Redirect, the XML for HTTP-POST. */
export function signMessage(key: SigningKey, outgoing: Outgoing): OutgoingMessage {
  const { id, binding, address, parameter, root, relayState } = outgoing;
  if (binding === 'redirect') {
    const join = address.includes('?') ? '&' : '?';
    return { binding, id, url: `${address}${join}${signedQuery(key, parameter, writeXml(root), relayState)}` };
  }
  const message = Buffer.from(writeXml(signElement(root, key)), 'utf8').toString('base64');
  const fields = { [parameter]: message, ...(relayState === null ? {} : { RelayState: relayState }) };
  return { binding, id, actionUrl: address, fields };
}

function signedQuery(key: SigningKey, parameter: MessageParameter, xml: string, relayState: string | null): string {
  const octets = [
    `${parameter}=${encodeURIComponent(deflateRawSync(xml).toString('base64'))}`,
    ...(relayState === null ? [] : [`RelayState=${encodeURIComponent(relayState)}`]),
    `SigAlg=${encodeURIComponent(RSA_SHA256)}`,
  ].join('&');
  const signature = sign('sha256', Buffer.from(octets), key.privateKey);
  return `${octets}&Signature=${encodeURIComponent(signature.toString('base64'))}`;
}
