import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type ErrorStatus, issueErrorResponse } from './issue-response.ts';
import { gateKey, NOW, serviceProvider } from './testing/fixtures.ts';
import { USUAL_ISSUE, xmlOf } from './testing/issue.ts';
import { createServiceProvider, hasXmlsec, verifyWithXmlCrypto, verifyWithXmlsec } from './testing/verifiers.ts';

beforeAll(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW });
});
afterAll(() => {
  vi.useRealTimers();
});

/** What the strict service provider makes of an answer without an assertion. */
async function reactionTo(samlResponse: string): Promise<string> {
  const application = createServiceProvider('_request1', { idpCert: gateKey.certificatePem });
  try {
    const { profile } = await application.validatePostResponseAsync({ SAMLResponse: samlResponse });
    return profile === null ? 'nobody' : 'somebody';
  } catch (error) {
    return error instanceof Error ? error.message : '';
  }
}

describe.each<[ErrorStatus | null, string, RegExp]>([
  ['AuthnFailed', 'Responder', /Said <no>/],
  ['InvalidNameIDPolicy', 'Requester', /Said <no>/],
  ['NoAuthnContext', 'Responder', /Said <no>/],
  ['NoPassive', 'Responder', /^nobody$/],
  ['RequestDenied', 'Responder', /Said <no>/],
  ['RequestUnsupported', 'Requester', /Said <no>/],
  [null, 'Responder', /Said <no>/],
])('a Response that says no: %s', (status, topLevel, reaction) => {
  const record = serviceProvider({ signResponse: false });
  const { samlResponse } = issueErrorResponse(gateKey, {
    ...USUAL_ISSUE,
    serviceProvider: record,
    status,
    message: 'Said <no> & meant it.',
  });
  const xml = xmlOf(samlResponse);

  it('is signed whatever the record says, and holds no assertion', async () => {
    expect(xml).not.toContain('Assertion');
    expect([...xml.matchAll(/status:(\w+)/g)].map(([, name]) => name)).toEqual(
      status === null ? [topLevel] : [topLevel, status],
    );
    expect(verifyWithXmlCrypto(xml, gateKey, 'Response')).not.toBeNull();
    expect(await reactionTo(samlResponse)).toMatch(reaction);
  });

  it.skipIf(!hasXmlsec)('holds for xmlsec1', () => {
    expect(verifyWithXmlsec(xml, gateKey, 'Response')).toBe(true);
  });
});
