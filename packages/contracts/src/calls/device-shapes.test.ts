import { describe, expect, test } from 'vitest';
import { deviceInfoSchema, restrictedDeviceDataSchema, restrictedSessionConfigSchema } from '../device-sessions.ts';
import { confirmRestrictedSessionCall, uploadUrlCall } from './devices.ts';
import { onlineSettingsSchema } from './online.ts';
import { installationRequirementSchema, installerParametersSchema, REQUIRED_STATES } from './installers.ts';

const ID = '7b0f7c1e-3f0a-4c55-9d0a-2f6a6f0e9a11';
const report = { protected: 'a', payload: 'b', signature: 'c' };
const info = {
  lookupId: ID,
  deviceImportantDataHash: 'hash',
  deviceType: 0,
  osVersionCaption: 'Windows 11',
  signedReport: report,
};

/** The fields of a schema, in the order of the alphabet. */
const fieldsOf = (schema: { readonly shape: object }) => Object.keys(schema.shape).toSorted();

describe('what crosses the boundary of the device calls', () => {
  test('[S3.032] device info has the four fields of the specification, and what proves it', () => {
    expect(fieldsOf(deviceInfoSchema)).toEqual(
      ['deviceImportantDataHash', 'deviceType', 'lookupId', 'osVersionCaption', 'signedReport'].toSorted(),
    );
    expect(deviceInfoSchema.parse(info)).toEqual(info);
    for (const field of Object.keys(info)) {
      expect(deviceInfoSchema.safeParse({ ...info, [field]: undefined }).success).toBe(false);
    }
  });

  test('[S3.038] a restricted session has accessToken and sessionId', () => {
    const answer = { accessToken: 'token', sessionId: ID };
    expect(fieldsOf(confirmRestrictedSessionCall.answers[200])).toEqual(Object.keys(answer));
    expect(confirmRestrictedSessionCall.answers[200].parse(answer)).toEqual(answer);
  });

  test('[S3.039, S3.040] its config has devicesV2 with token, session and endpoints, user and company', () => {
    expect(fieldsOf(restrictedSessionConfigSchema)).toEqual(['company', 'devicesV2', 'user']);
    const { devicesV2 } = restrictedSessionConfigSchema.shape;
    expect(fieldsOf(devicesV2)).toEqual(['endpoints', 'session', 'token']);
    expect(fieldsOf(devicesV2.shape.session)).toEqual(['id']);
  });

  test('[S3.041] restricted device data has deviceInfo and importantDataHash', () => {
    const data = { deviceInfo: info, importantDataHash: 'hash' };
    expect(fieldsOf(restrictedDeviceDataSchema)).toEqual(Object.keys(data));
    expect(restrictedDeviceDataSchema.parse(data)).toEqual(data);
    expect(restrictedDeviceDataSchema.safeParse({ importantDataHash: 'hash' }).success).toBe(false);
  });

  test('[S3.042] an upload URL is answered as uploadUrl', () => {
    expect(fieldsOf(uploadUrlCall.answers[200])).toEqual(['uploadUrl']);
    expect(uploadUrlCall.answers[200].safeParse({ uploadUrl: 'somewhere' }).success).toBe(false);
  });

  test('[S3.052] installer parameters have url with its query apart, token and deviceUserId', () => {
    expect(fieldsOf(installerParametersSchema)).toEqual(['deviceUserId', 'params', 'token', 'url']);
  });

  test('[S3.054] the required state is InstallRequired or another word', () => {
    expect(REQUIRED_STATES).toEqual(['InstallRequired', 'NotRequired']);
  });

  test('[S3.055] the installation requirement has its five fields', () => {
    expect(fieldsOf(installationRequirementSchema)).toEqual(
      [
        'siloData',
        'fciUserInfo',
        'deviceComplianceCheckMobileUrl',
        'isFastCheckModeEnabled',
        'isRemediationEnabled',
      ].toSorted(),
    );
  });

  test('[S1.029] the settings of the other web applications supply the path to sign up', () => {
    const { signupPath } = onlineSettingsSchema.shape;
    expect(['/onboarding/signup', null].map((path) => signupPath.safeParse(path).success)).toEqual([true, true]);
    expect(signupPath.safeParse(undefined).success).toBe(false);
  });
});
