import type { NameId, Person } from './name-id.ts';
import type { ServiceProvider } from './service-provider.ts';
import { element, type XmlElement } from './write-xml.ts';
import { BEARER } from './xml-names.ts';

/** The attribute that tells a work application how the computer stood. */
export const DEVICE_STANDING_ATTRIBUTE = 'urn:vestibule:device-standing';

/** Met the policy; failed within a grace period; let in by a grant; did not meet a lenient policy; was not looked at. */
export type DeviceStanding = 'compliant' | 'grace' | 'temporary' | 'skipped' | 'not-compliant' | 'not-checked';

export type TopLevelStatus = 'Success' | 'Requester' | 'Responder';

interface Addresses {
  readonly issuer: string;
  readonly acsUrl: string;
  readonly inResponseTo: string | null;
  readonly now: Date;
}

export interface AssertionContent extends Addresses {
  readonly assertionId: string;
  readonly sessionIndex: string;
  readonly serviceProvider: ServiceProvider;
  readonly person: Person;
  readonly nameId: NameId;
  readonly authenticatedAt: Date;
  readonly authnContextClass: string;
  readonly notBefore: Date;
  readonly notOnOrAfter: Date;
  readonly sessionNotOnOrAfter: Date | null;
  readonly deviceStanding: DeviceStanding;
}

/** samlp:Response, with the children in the order the schema fixes. */
export function responseElement(
  addresses: Addresses & { readonly responseId: string },
  status: XmlElement,
  assertion: XmlElement | null,
): XmlElement {
  const attributes = {
    ID: addresses.responseId,
    Version: '2.0',
    IssueInstant: toInstant(addresses.now),
    Destination: addresses.acsUrl,
    InResponseTo: addresses.inResponseTo,
  };
  return element('samlp:Response', attributes, [element('saml:Issuer', {}, [addresses.issuer]), status, assertion]);
}

export function statusElement(topLevel: TopLevelStatus, second: string | null, message: string | null): XmlElement {
  return element('samlp:Status', {}, [
    statusCode(topLevel, second === null ? [] : [statusCode(second)]),
    message === null ? null : element('samlp:StatusMessage', {}, [message]),
  ]);
}

function statusCode(name: string, children: readonly XmlElement[] = []): XmlElement {
  return element('samlp:StatusCode', { Value: `urn:oasis:names:tc:SAML:2.0:status:${name}` }, children);
}

/** saml:Assertion, with the children in the order the schema fixes. */
export function assertionElement(content: AssertionContent): XmlElement {
  const { serviceProvider } = content;
  return element('saml:Assertion', { ID: content.assertionId, Version: '2.0', IssueInstant: toInstant(content.now) }, [
    element('saml:Issuer', {}, [content.issuer]),
    subjectElement(content),
    element(
      'saml:Conditions',
      { NotBefore: toInstant(content.notBefore), NotOnOrAfter: toInstant(content.notOnOrAfter) },
      [
        element('saml:AudienceRestriction', {}, [
          element('saml:Audience', {}, [serviceProvider.audience ?? serviceProvider.entityId]),
        ]),
      ],
    ),
    authnStatementElement(content),
    attributeStatementElement(content),
  ]);
}

function subjectElement({ nameId, notOnOrAfter, acsUrl, inResponseTo }: AssertionContent): XmlElement {
  return element('saml:Subject', {}, [
    element('saml:NameID', { Format: nameId.format, ...nameId.qualifiers }, [nameId.value]),
    element('saml:SubjectConfirmation', { Method: BEARER }, [
      // A bearer confirmation has no NotBefore (web browser SSO profile, 4.1.4.2).
      element('saml:SubjectConfirmationData', {
        NotOnOrAfter: toInstant(notOnOrAfter),
        Recipient: acsUrl,
        InResponseTo: inResponseTo,
      }),
    ]),
  ]);
}

function authnStatementElement(content: AssertionContent): XmlElement {
  const until = content.sessionNotOnOrAfter;
  const attributes = {
    AuthnInstant: toInstant(content.authenticatedAt),
    SessionIndex: content.sessionIndex,
    SessionNotOnOrAfter: until === null ? null : toInstant(until),
  };
  return element('saml:AuthnStatement', attributes, [
    element('saml:AuthnContext', {}, [element('saml:AuthnContextClassRef', {}, [content.authnContextClass])]),
  ]);
}

function attributeStatementElement({ serviceProvider, person, deviceStanding }: AssertionContent): XmlElement {
  return element('saml:AttributeStatement', {}, [
    ...serviceProvider.attributes
      .filter(({ name }) => name !== DEVICE_STANDING_ATTRIBUTE)
      .map(({ name, value }) => attributeElement(name, person[value])),
    attributeElement(DEVICE_STANDING_ATTRIBUTE, deviceStanding),
  ]);
}

function attributeElement(name: string, value: string): XmlElement {
  const format = /^(?:urn|https?):/.test(name) ? 'uri' : 'basic';
  const attributes = { Name: name, NameFormat: `urn:oasis:names:tc:SAML:2.0:attrname-format:${format}` };
  return element('saml:Attribute', attributes, [element('saml:AttributeValue', {}, [value])]);
}

/** Whole seconds: some readers do not take fractions. */
function toInstant(date: Date): string {
  return `${date.toISOString().slice(0, 19)}Z`;
}
