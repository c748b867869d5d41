import { type AttributeSource, attributeStatementElement } from './attribute-statement.ts';
import { type NameId, nameIdElement } from './name-id.ts';
import { toInstant } from './xml-values.ts';
import type { ServiceProvider } from './service-provider.ts';
import { element, type XmlElement } from './write-xml.ts';
import { BEARER } from './xml-names.ts';

interface Addresses {
  readonly issuer: string;
  readonly acsUrl: string;
  readonly inResponseTo: string | null;
  readonly now: Date;
}

export interface AssertionContent extends Addresses, AttributeSource {
  readonly assertionId: string;
  readonly sessionIndex: string;
  readonly serviceProvider: ServiceProvider;
  readonly nameId: NameId;
  readonly authenticatedAt: Date;
  readonly authnContextClass: string;
  readonly authenticatingAuthorities: readonly string[];
  readonly notBefore: Date;
  readonly notOnOrAfter: Date;
  readonly sessionNotOnOrAfter: Date | null;
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
    attributeStatementElement(serviceProvider.attributes, content),
  ]);
}

function subjectElement(content: AssertionContent): XmlElement {
  const { issuer, serviceProvider, nameId, notOnOrAfter, acsUrl, inResponseTo } = content;
  return element('saml:Subject', {}, [
    nameIdElement(nameId, { issuer, serviceProvider: serviceProvider.entityId }),
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
    element('saml:AuthnContext', {}, [
      element('saml:AuthnContextClassRef', {}, [content.authnContextClass]),
      ...content.authenticatingAuthorities.map((authority) => element('saml:AuthenticatingAuthority', {}, [authority])),
    ]),
  ]);
}
