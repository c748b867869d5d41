import { expect, test } from 'vitest';
import { MESSAGE_MARKUP } from '../../../protocols/saml/limits.ts';
import { parseXmlStrict } from '../../../protocols/saml/index.ts';
import { answer, ENTITY_ID, sign, signOnly, withoutSignatures } from '../testing/saml-identity-provider.ts';
import { whyShapeIsWrong } from './saml-shape.ts';

const request = {
  id: '_r',
  xml: '',
  relayState: 's',
  acsUrl: 'https://gate.example/acs',
  issuer: 'https://gate.example',
};
const subject = { id: 'ilse', login: 'ilse', email: 'ilse@alderbrook.example', displayName: 'Ilse' };
const unsigned = withoutSignatures(answer(request, subject, { now: new Date() }));

function whyWrong(xml: string): string | null {
  const parsed = parseXmlStrict(Buffer.from(xml), MESSAGE_MARKUP);
  if (!parsed.ok) throw new Error(parsed.reason);
  return whyShapeIsWrong(parsed.document, { acsUrl: request.acsUrl, requestId: request.id, issuer: ENTITY_ID });
}

test('an answer of which one half is signed says which one, and what to set at the identity provider', () => {
  expect(whyWrong(signOnly(unsigned, 'Response'))).toBe(
    'Only the response is signed. Set at the identity provider that it signs both: the assertion as well.',
  );
  expect(whyWrong(signOnly(unsigned, 'Assertion'))).toBe(
    'Only the assertion is signed. Set at the identity provider that it signs both: the response as well.',
  );
  expect(whyWrong(unsigned)).toBe('Response and Assertion are not both signed, each once.');
  expect(whyWrong(sign(unsigned))).toBeNull();
});
