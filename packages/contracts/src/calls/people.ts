import * as z from 'zod/mini';
import { endpointSchema } from '../device-sessions.ts';
import { defineCall, SIGNED_IN_REFUSALS } from './call.ts';

export const userDetailsSchema = z.object({
  companyId: z.string(),
  companyName: z.string(),
  userDisplayName: z.string(),
  userId: z.string(),
  userLogin: z.string(),
  userEmail: z.string(),
  userType: z.string(),
});

export const settingsSchema = z.object({
  user: z.object({
    id: z.string(),
    displayName: z.string(),
    login: z.string(),
    upn: z.string(),
    email: z.string(),
    type: z.string(),
    updateChannel: z.string(),
    isFastCheckModeEnabled: z.boolean(),
    isRemediationEnabled: z.boolean(),
    isDevicesMenuItemEnabled: z.boolean(),
    specialUpdateChannelsEnabled: z.boolean(),
    requireNativeAppInstallation: z.boolean(),
    deviceUserId: z.string(),
  }),
  company: z.object({
    id: z.string(),
    mspId: z.nullable(z.string()),
    displayName: z.string(),
    name: z.string(),
    topLevelDomain: z.string(),
    supportPhone: z.string(),
    logoUrl: z.nullable(z.string()),
  }),
  silo: z.object({
    id: z.string(),
    clientDownloadBasePath: z.string(),
    regions: z.array(z.string()),
    devicesV2ApiEndpoints: z.array(endpointSchema),
  }),
  displaySessionId: z.string(),
  /** Beyond the specification: names this sign-in, as device sessions do that were opened in it. */
  signIn: z.string(),
  /** Beyond the specification: where the server says "look" as soon as there is something to see. */
  push: z.object({ url: z.url() }),
  /** Beyond the specification: the configured product name, shown instead of 'Workplace'. */
  productName: z.string(),
  /** Beyond the specification: this server runs the trial, where the first fix says that it changes this very computer. */
  isDemo: z.boolean(),
});
export type Settings = z.infer<typeof settingsSchema>;

export const userDetailsCall = defineCall({
  method: 'GET',
  path: '/api/device-compliance/v1/user',
  summary: 'Who is signed in.',
  authentication: 'session',
  answers: { 200: userDetailsSchema },
  refusals: SIGNED_IN_REFUSALS,
});

export const settingsCall = defineCall({
  method: 'GET',
  path: '/api/device-compliance/v1/settings',
  summary: 'Settings for the person who is signed in.',
  authentication: 'session-or-token',
  answers: { 200: settingsSchema },
  refusals: { ...SIGNED_IN_REFUSALS, access_token_wrong: 401, access_token_scope: 403 },
});

export const SIGN_IN_MODES = ['frontline', 'onboarding', 'onboarding-v3', 'install', 'mfa', 'quick-start'] as const;
export type SignInMode = (typeof SIGN_IN_MODES)[number];

/**
 * What becomes of phones, tablets and other systems that Workplace cannot read. block: they stop at the gate. mobile-page:
 * the company's page for them, where there is one. upstream-claim: they go on when the company's identity provider has
 * vouched for the device in this very sign-in.
 */
export const UNSUPPORTED_SYSTEMS = ['block', 'mobile-page', 'upstream-claim'] as const;

/** The pending sign-in as the portal sees it: where the person goes once the gate opens. */
export const pendingSignInSchema = z.object({
  loginMarker: z.uuid(),
  applicationName: z.string(),
  /** Where to begin again when this sign-in is too old. */
  startUrl: z.nullable(z.url()),
  mode: z.enum(SIGN_IN_MODES),
  workplaceAccessPolicy: z.enum(['Strict', 'Permissive']),
  isPolicyEnforced: z.boolean(),
  /** The policy only observes in this sign-in: whatever it would say, the person goes on, by `/saml/continue`. */
  isObserved: z.optional(z.boolean()),
  /** The identity provider asks for the computer as the second step of its own sign-in: no one signs in here. */
  isSecondStep: z.optional(z.boolean()),
  /** Where a device goes on that Workplace cannot read. Without it: nowhere but the company's page for phones. */
  unsupportedSystems: z.optional(
    z.object({
      way: z.enum(UNSUPPORTED_SYSTEMS),
      mobileUrl: z.nullable(z.url()),
      /** The identity provider that may vouch for the device, and the path at which to ask it. */
      provider: z.nullable(z.object({ name: z.string(), path: z.string() })),
      /** What it said in this sign-in; null: it was not asked. */
      answer: z.nullable(z.enum(['vouched', 'refused'])),
    }),
  ),
});
export type PendingSignIn = z.infer<typeof pendingSignInSchema>;

export const pendingSignInCall = defineCall({
  method: 'GET',
  path: '/api/online/v1/pending-sign-in/{loginMarker}',
  summary: 'The sign-in a work application began, bound to the person who is signed in.',
  authentication: 'session',
  parameters: z.object({ loginMarker: z.uuid() }),
  answers: { 200: pendingSignInSchema },
  refusals: { ...SIGNED_IN_REFUSALS, request_malformed: 400, sign_in_unknown: 404, sign_in_expired: 410 },
});

export const supportInfoSchema = z.object({
  helpCenterUrl: z.string(),
  phone: z.string(),
  phoneHours: z.string(),
  email: z.string(),
  supportWebSite: z.string(),
  requestSupportUrl: z.string(),
  shareScreenUrl: z.string(),
});

export const supportInfoCall = defineCall({
  method: 'GET',
  path: '/api/online/v1/support/get-info',
  summary: 'The support block of the person’s company.',
  authentication: 'session',
  answers: { 200: supportInfoSchema },
  refusals: SIGNED_IN_REFUSALS,
});

export const publicSupportInfoCall = defineCall({
  method: 'GET',
  path: '/api/online/v1/support/public-info',
  summary: 'The support block without a session, for the sign-in and error pages.',
  authentication: 'none',
  answers: { 200: z.extend(supportInfoSchema, { companyName: z.string(), productName: z.string() }) },
  refusals: {},
});
