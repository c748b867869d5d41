import { DOMParser, type Element } from '@xmldom/xmldom';
import { type IssuedResponse, type IssueOptions, issueResponse } from '../issue-response.ts';
import type { SigningKey } from '../signing-key.ts';
import { ACS_URL, GATE, gateKey, NOW, serviceProvider } from './fixtures.ts';

export const mara = {
  id: 'b1f0',
  login: 'mara',
  email: 'mara@alderbrook.example',
  displayName: 'Mara Lindqvist',
};

/** What an ordinary sign-in asks for. */
export const USUAL_ISSUE: IssueOptions = {
  issuer: GATE,
  serviceProvider: serviceProvider(),
  inResponseTo: '_request1',
  acsUrl: ACS_URL,
  now: NOW,
  nameIdFormat: null,
  person: mara,
  authenticatedAt: new Date('2026-11-21T08:30:00Z'),
  deviceStanding: 'compliant',
};

export function issue(changes: Partial<IssueOptions> = {}, key: SigningKey = gateKey): IssuedResponse {
  return issueResponse(key, { ...USUAL_ISSUE, ...changes });
}

export function xmlOf(base64: string): string {
  return Buffer.from(base64, 'base64').toString('utf8');
}

/** Every element of a local name, wherever it stands. */
export function elementsOf(xml: string, localName: string): readonly Element[] {
  return [...new DOMParser().parseFromString(xml, 'text/xml').getElementsByTagNameNS('*', localName)];
}
