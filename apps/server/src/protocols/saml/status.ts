import { element, type XmlElement } from './write-xml.ts';

export type TopLevelStatus = 'Success' | 'Requester' | 'Responder';

export const STATUS_PREFIX = 'urn:oasis:names:tc:SAML:2.0:status:';

export function statusElement(topLevel: TopLevelStatus, second: string | null, message: string | null): XmlElement {
  return element('samlp:Status', {}, [
    statusCode(topLevel, second === null ? [] : [statusCode(second)]),
    message === null ? null : element('samlp:StatusMessage', {}, [message]),
  ]);
}

function statusCode(name: string, children: readonly XmlElement[] = []): XmlElement {
  return element('samlp:StatusCode', { Value: `${STATUS_PREFIX}${name}` }, children);
}
