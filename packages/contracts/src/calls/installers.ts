import * as z from 'zod/mini';
import { fciUserInfoSchema, siloDataSchema } from '../registration.ts';
import { defineCall, SIGNED_IN_REFUSALS, XSRF_REFUSALS } from './call.ts';
import { shownParametersSchema } from './shown-parameters.ts';
import { hasNoNul } from './text.ts';

/** What gets Workplace onto a computer (specification, section 7, /api/device-compliance/v1). */
const PREFIX = '/api/device-compliance/v1';

export const INSTALLER_MODES = [
  'frontline',
  'onboarding',
  'onboarding-v3',
  'install',
  'mfa',
  'quick-start',
  'fci',
] as const;
export type InstallerMode = (typeof INSTALLER_MODES)[number];

export const installerParametersSchema = z.object({
  /** Without its query: the portal adds `params`. */
  url: z.url(),
  /**
   * For the installer: `portal` (origin), `key` (thumbprint of the server's grant key), `company` (its name), `mode`.
   * For the download: `expires` (seconds since 1970) and `signature`, without which no file is handed out. The device
   * token is over at that moment as well.
   */
  params: z.record(z.string(), z.string()),
  /** Device token: the installed client is given an account by it. Null with `noToken=true`. */
  token: z.nullable(z.string()),
  deviceUserId: z.string(),
});
export type InstallerParameters = z.infer<typeof installerParametersSchema>;

export const installerParametersCall = defineCall({
  method: 'GET',
  path: `${PREFIX}/installer-parameters`,
  summary: 'Where to download Workplace for this computer, and what the installer is told.',
  authentication: 'session',
  query: z.object({
    mode: z.enum(INSTALLER_MODES),
    noToken: z.optional(z.enum(['true', 'false'])),
    /** Beyond the specification; otherwise taken from the browser's own description. */
    system: z.optional(z.enum(['windows', 'macos', 'linux'])),
  }),
  answers: { 200: installerParametersSchema },
  refusals: { ...SIGNED_IN_REFUSALS, request_malformed: 400, installer_missing: 404 },
});

export const deviceAccountCall = defineCall({
  method: 'GET',
  path: `${PREFIX}/device-account/{deviceToken}`,
  summary: 'The account an installed client was given; 204 while it has not called yet.',
  authentication: 'session',
  parameters: z.object({ deviceToken: z.string().check(z.maxLength(256)) }),
  answers: { 200: z.object({ accountId: z.string() }), 204: null },
  /** 403 for a token of another person or one that is over: the portal asks for a fresh one. */
  refusals: { ...SIGNED_IN_REFUSALS, request_malformed: 400, device_token_wrong: 403 },
});

export const claimDeviceAccountCall = defineCall({
  method: 'POST',
  path: `${PREFIX}/device-account/{deviceToken}`,
  summary: 'A client that was installed with this token shows its keys and is given its account, once.',
  authentication: 'signed-url',
  parameters: z.object({ deviceToken: z.string().check(z.maxLength(256)) }),
  body: shownParametersSchema,
  answers: {
    200: z.object({
      accountId: z.string(),
      deviceUserId: z.string(),
      companyName: z.string(),
      /** Which browser extensions are the server's own, signed by its key; missing where it made none. */
      extensionIds: z.optional(z.string()),
    }),
  },
  refusals: { request_malformed: 400, device_token_wrong: 403, device_blocked: 403, device_not_approved: 403 },
});

export const logFciAgentInstallationCall = defineCall({
  method: 'POST',
  path: `${PREFIX}/logFciAgentInstallation`,
  summary: 'The page saw the agent being installed. A claim; the check reads the agent itself.',
  authentication: 'session',
  body: z.object({ deviceName: z.string().check(z.maxLength(255), hasNoNul) }),
  answers: { 204: null },
  refusals: { ...SIGNED_IN_REFUSALS, ...XSRF_REFUSALS, request_malformed: 400 },
});

export const installationRequirementSchema = z.object({
  /** What the client registers the silo with. */
  siloData: siloDataSchema,
  /** Null unless the feature `fci` is on for this person. */
  fciUserInfo: z.nullable(fciUserInfoSchema),
  /** Where phones and tablets go; null: they stop at the compatibility page. */
  deviceComplianceCheckMobileUrl: z.nullable(z.url()),
  isFastCheckModeEnabled: z.boolean(),
  isRemediationEnabled: z.boolean(),
});
export type InstallationRequirement = z.infer<typeof installationRequirementSchema>;

export const softwareInstallationRequirementCall = defineCall({
  method: 'GET',
  path: `${PREFIX}/software-installation-requirement`,
  summary: 'What has to be installed for this person.',
  authentication: 'session',
  answers: { 200: installationRequirementSchema },
  refusals: SIGNED_IN_REFUSALS,
});

export const REQUIRED_STATES = ['InstallRequired', 'NotRequired'] as const;

export const requiredStateCall = defineCall({
  method: 'GET',
  path: `${PREFIX}/required-state`,
  summary: 'Whether this person may go on without an installation.',
  authentication: 'session',
  answers: { 200: z.object({ requiredState: z.enum(REQUIRED_STATES) }) },
  refusals: SIGNED_IN_REFUSALS,
});

export const deviceUserIdCall = defineCall({
  method: 'GET',
  path: `${PREFIX}/device-user-id`,
  summary: 'The id by which a client knows this person.',
  authentication: 'session',
  query: z.object({ mode: z.enum(INSTALLER_MODES) }),
  answers: { 200: z.object({ deviceUserId: z.string() }) },
  refusals: { ...SIGNED_IN_REFUSALS, request_malformed: 400 },
});
