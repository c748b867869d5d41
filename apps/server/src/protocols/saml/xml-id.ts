import { randomBytes } from 'node:crypto';

/** A fresh id for a message, session or person: 160 random bits, as SAML recommends. It must not begin with a digit. */
export function createXmlId(): string {
  return `_${randomBytes(20).toString('hex')}`;
}
