import * as z from 'zod/mini';
import { POLICY_MODES } from '../check-result.ts';
import { defineCall, SIGNED_IN_REFUSALS } from './call.ts';
import { hasNoNul } from './text.ts';

/** Feature flags that this product itself looks at; a company may carry others. */
export const KNOWN_FEATURE_FLAGS = ['isDumboCompany', 'fci', 'isWebAppLiveChatEnabled'] as const;

export const featureFlagSchema = z.object({ key: z.string(), active: z.boolean() });
export type FeatureFlag = z.infer<typeof featureFlagSchema>;

export const featureSettingsCall = defineCall({
  method: 'GET',
  path: '/api/online/v1/feature-settings',
  summary: 'The feature flags of the person who is signed in.',
  authentication: 'session',
  answers: { 200: z.array(featureFlagSchema) },
  refusals: SIGNED_IN_REFUSALS,
});

export const featureFlagCall = defineCall({
  method: 'GET',
  path: '/api/online/v1/feature-flags/{key}',
  summary: 'One feature flag of the person who is signed in; a flag that was never set is not active.',
  authentication: 'session',
  parameters: z.object({ key: z.string().check(z.minLength(1), z.maxLength(64), hasNoNul) }),
  answers: { 200: featureFlagSchema },
  refusals: { ...SIGNED_IN_REFUSALS, request_malformed: 400 },
});

export const SESSION_TYPES = ['Containerised', 'Unknown'] as const;

export const companySettingsSchema = z.object({
  workplaceAccessPolicy: z.enum(POLICY_MODES),
  sessionType: z.enum(SESSION_TYPES),
  theme: z.object({
    companyLogoUrl: z.nullable(z.string()),
    /** `#rrggbb`; null is the product's own. */
    accentColor: z.nullable(z.string()),
  }),
  /** Address of the company's own help articles, with `{article}`; null is the product's own. */
  helpArticleUrl: z.nullable(z.string()),
  privacyPolicyUrl: z.nullable(z.string()),
  /** Where the browser extension is to be had, built for this company's address; null where the company spreads it itself. */
  extensionUrls: z.object({ chromium: z.nullable(z.url()), firefox: z.nullable(z.url()) }),
  /** What *enroll* in the managed-device service leads to; null: the company offers none. */
  managedDeviceService: z.nullable(
    z.object({
      name: z.string(),
      enrollUrl: z.url(),
      mayOptOut: z.boolean(),
      /** What the company says that it can do on a computer that is enrolled, and what it cannot, in its own words. */
      can: z._default(z.array(z.string()), []),
      cannot: z._default(z.array(z.string()), []),
    }),
  ),
  /** False: the company lets no one go on without Workplace, so that no page offers it. */
  isSkippingOffered: z.optional(z.boolean()),
});
export type CompanySettings = z.infer<typeof companySettingsSchema>;

export const companySettingsCall = defineCall({
  method: 'GET',
  path: '/api/online/v1/company-settings',
  summary: 'How the company wants its gate.',
  authentication: 'none',
  answers: { 200: companySettingsSchema },
  refusals: {},
});

export const onlineSettingsSchema = z.extend(companySettingsSchema, {
  features: z.array(featureFlagSchema),
  /** Where people sign up who were invited; null where they have no password here to set. */
  signupPath: z.nullable(z.string()),
});
export type OnlineSettings = z.infer<typeof onlineSettingsSchema>;

export const onlineSettingsCall = defineCall({
  method: 'GET',
  path: '/api/online/v1/settings',
  summary: 'Settings of the other web applications for the person who is signed in.',
  authentication: 'session',
  answers: { 200: onlineSettingsSchema },
  refusals: SIGNED_IN_REFUSALS,
});

export const eulaCall = defineCall({
  method: 'GET',
  path: '/api/online/v1/eula',
  summary: 'The licence agreement: HTML of the tags ol, li, div, p and strong.',
  authentication: 'none',
  answers: { 200: z.object({ text: z.string() }) },
  refusals: {},
});

export const supportPhoneCall = defineCall({
  method: 'GET',
  path: '/api/online/v1/support/phone',
  summary: 'The number to call; empty until the company has set one.',
  authentication: 'optional',
  answers: { 200: z.object({ phone: z.string() }) },
  refusals: { access_token_wrong: 401, account_disabled: 403 },
});

export const CHAT_SERVICE_KINDS = ['support'] as const;

export const liveChatSettingsCall = defineCall({
  method: 'GET',
  path: '/api/livechat/v1/settings',
  summary: 'Where the chat widget is loaded from, and the token it is started with.',
  authentication: 'session',
  query: z.object({ type: z.enum(CHAT_SERVICE_KINDS) }),
  answers: { 200: z.object({ widgetSourceUrl: z.url(), token: z.string() }) },
  refusals: { ...SIGNED_IN_REFUSALS, request_malformed: 400, not_found: 404 },
});

const versionListSchema = z.object({
  supportedOs: z.array(z.object({ version: z.string(), name: z.string() })),
  supportedBrowsers: z.array(z.object({ name: z.string(), version: z.string() })),
});
const platformSchema = z.object({
  frontline: versionListSchema,
  secureEnclave: versionListSchema,
  other: versionListSchema,
});
/** Per platform and session kind. Linux is beyond the specification. */
export const supportedVersionsSchema = z.object({
  mac: platformSchema,
  windows: platformSchema,
  linux: z.optional(platformSchema),
});
export type SupportedVersions = z.infer<typeof supportedVersionsSchema>;

export const supportedVersionsCall = defineCall({
  method: 'GET',
  path: '/api/settings/v2/supported-versions',
  summary: 'Which systems and browsers the company supports. Compared by number, never by name.',
  authentication: 'none',
  answers: { 200: supportedVersionsSchema },
  refusals: {},
});

/**
 * What a page may be told to look at. Events carry no data. `check-again` is the one that asks for something: that the page
 * has its computer read again, because someone at support said so.
 */
export const EVENT_SUBJECTS = ['check-result', 'temporary-access', 'policy', 'session', 'check-again'] as const;
export type EventSubject = (typeof EVENT_SUBJECTS)[number];

/** The names of the events that are pushed: something is there to see; push is still connected. */
export const PUSH_EVENTS = Object.freeze({ look: 'look', heartbeat: 'heartbeat' });

export const eventsCall = defineCall({
  method: 'GET',
  path: '/api/online/v1/events',
  summary:
    'Server-sent events that say "look": `event: look`, `data: {subject}`; `event: heartbeat` at once and every 5 s.',
  authentication: 'session',
  isEventStream: true,
  answers: { 200: null },
  refusals: SIGNED_IN_REFUSALS,
});
