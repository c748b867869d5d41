import { describe, expect, test } from 'vitest';
import { samlResponseV1Call } from './calls/compliance.ts';
import { activityCall } from './calls/activity.ts';
import { samlResponseCall } from './calls/devices.ts';
import { checkResultSchema, samlPostDataSchema } from './check-result.ts';
import { sessionDataSchema } from './device-sessions.ts';
import { MESSAGES } from './messages.ts';

const ID = '7b0f7c1e-3f0a-4c55-9d0a-2f6a6f0e9a11';
const SAML = { actionUrl: 'https://app.example/acs', samlResponse: 'response', relayState: 'relay' };
const RESULT = {
  securityChecks: [],
  loginId: 'nadia',
  samlResponseData: SAML,
  disclaimer: { text: 'text', redText: 'red', boldText: 'bold' },
  deviceData: { clientVersion: '3.6.0', isClientVersionUpToDate: true },
  checksExpired: false,
  complianceStatus: 'Compliant',
  policyMode: 'Strict',
  encryptedPermit: 'permit',
  permitSalt: 'salt',
};
const DEVICE = {
  deviceOsType: 'windows',
  deviceName: 'NADIA-LT-0427',
  deviceType: 0,
  osVersionCaption: 'Windows 11',
  clientVersion: '3.6.0',
  model: 'Model',
  manufacturer: 'Maker',
  serialNumber: '1',
  deviceLoginName: 'nadia',
};
/** Beyond the specification. */
const OWN = { nonce: 'nonce', reportSequence: 1 };
const WHOLE = { ...RESULT, ...DEVICE, ...OWN };

const takes = (result: object) => checkResultSchema.safeParse(result).success;
const without = (field: string) => Object.fromEntries(Object.entries(WHOLE).filter(([name]) => name !== field));

describe('a check result set', () => {
  test.each(Object.keys(RESULT))('[S3.023] has %s, and is none without it', (field) => {
    expect(checkResultSchema.parse(WHOLE)).toHaveProperty(field, WHOLE[field as keyof typeof WHOLE]);
    expect(takes(without(field))).toBe(false);
  });

  test.each(Object.keys(DEVICE))('[S3.031] has the device field %s, and is none without it', (field) => {
    expect(checkResultSchema.parse(WHOLE)).toHaveProperty(field, WHOLE[field as keyof typeof WHOLE]);
    expect(takes(without(field))).toBe(false);
  });

  test('[S3.025] samlResponseData has actionUrl, samlResponse and relayState', () => {
    const { samlResponseData } = checkResultSchema.parse(WHOLE);
    expect(Object.keys(samlResponseData ?? {})).toEqual(['actionUrl', 'samlResponse', 'relayState']);
    for (const field of Object.keys(SAML)) {
      expect(takes({ ...WHOLE, samlResponseData: { ...SAML, [field]: undefined } })).toBe(false);
    }
  });

  test('[S3.026] disclaimer has text, redText and boldText', () => {
    expect(Object.keys(checkResultSchema.parse(WHOLE).disclaimer ?? {})).toEqual(['text', 'redText', 'boldText']);
    for (const field of Object.keys(RESULT.disclaimer)) {
      expect(takes({ ...WHOLE, disclaimer: { ...RESULT.disclaimer, [field]: undefined } })).toBe(false);
    }
  });

  test('[S3.028] deviceData has clientVersion and isClientVersionUpToDate', () => {
    expect(Object.keys(checkResultSchema.parse(WHOLE).deviceData)).toEqual([
      'clientVersion',
      'isClientVersionUpToDate',
    ]);
    for (const field of Object.keys(RESULT.deviceData)) {
      expect(takes({ ...WHOLE, deviceData: { ...RESULT.deviceData, [field]: undefined } })).toBe(false);
    }
  });

  test('[S3.030] policyMode is Strict or the other one', () => {
    expect(['Strict', 'Permissive'].map((policyMode) => takes({ ...WHOLE, policyMode }))).toEqual([true, true]);
    expect(['strict', '', null].map((policyMode) => takes({ ...WHOLE, policyMode }))).toEqual([false, false, false]);
  });

  test('[S3.033] deviceType is a number: 0 is a laptop, any other a desktop', () => {
    expect([0, 1, 7, -1].map((deviceType) => takes({ ...WHOLE, deviceType }))).toEqual([true, true, true, true]);
    expect(['laptop', '0', 0.5, null].some((deviceType) => takes({ ...WHOLE, deviceType }))).toBe(false);
  });
});

describe('what else crosses with it', () => {
  test('[S3.034] device compliance info has its four fields', () => {
    expect(Object.keys(MESSAGES['get-device-compliance-info'].answer.shape)).toEqual([
      'deviceName',
      'deviceAccountName',
      'osVersionCaption',
      'deviceType',
    ]);
  });

  test('[S3.036] a device name result has id and clientVersion, and the name', () => {
    const answer = { id: ID, deviceName: 'NADIA-LT-0427', clientVersion: '3.6.0' };
    const schema = MESSAGES['get-device-name'].answer;
    expect(schema.parse(answer)).toEqual(answer);
    for (const field of Object.keys(answer)) {
      expect(schema.safeParse({ ...answer, [field]: undefined }).success).toBe(false);
    }
  });

  test('[S3.037] session data has sessionId, token, publicKey and expirationTime', () => {
    const session = {
      sessionId: ID,
      token: 'token',
      publicKey: { kty: 'EC', crv: 'P-256', x: 'x', y: 'y' },
      expirationTime: '2026-01-01T01:00:00.000Z',
      nonce: 'nonce',
      signIn: 'sign-in',
      grant: 'grant',
    };
    expect(sessionDataSchema.safeParse(session).success).toBe(true);
    for (const field of ['sessionId', 'token', 'publicKey', 'expirationTime']) {
      expect(sessionDataSchema.safeParse({ ...session, [field]: undefined }).success).toBe(false);
    }
  });

  test('[S3.065] an activity log entry has a verb and details.deviceName', () => {
    const entry = { verb: 'deviceLoginStateSuccess', details: { deviceName: 'NADIA-LT-0427' } };
    expect(activityCall.body.parse(entry)).toEqual(entry);
    expect(activityCall.body.safeParse({ verb: entry.verb }).success).toBe(false);
    expect(activityCall.body.safeParse({ verb: entry.verb, details: {} }).success).toBe(false);
    expect(activityCall.body.safeParse({ details: entry.details }).success).toBe(false);
  });

  test('[S3.066] SAML post data has actionUrl, samlResponse and relayState, in both versions', () => {
    expect(samlPostDataSchema.parse(SAML)).toEqual(SAML);
    expect(samlPostDataSchema.safeParse({ ...SAML, relayState: null }).success).toBe(true);
    for (const field of Object.keys(SAML)) {
      expect(samlPostDataSchema.safeParse({ ...SAML, [field]: undefined }).success).toBe(false);
    }
    expect([samlResponseCall.answers[200], samlResponseV1Call.answers[200]]).toEqual([
      samlPostDataSchema,
      samlPostDataSchema,
    ]);
  });
});
