import * as z from 'zod/mini';
import { UPDATE_CHANNELS } from './client-update.ts';
import { isOneLine, isVisible } from './calls/one-line.ts';
import { SIGN_IN_MODES, UNSUPPORTED_SYSTEMS } from './calls/people.ts';
import { SESSION_TYPES, supportedVersionsSchema } from './calls/online.ts';

/**
 * What an administrator may set, with the defaults of a company that has set nothing. Stored as JSON and checked by these
 * schemas whenever it is read or written.
 */
const hours = (standard: number) => z._default(z.int().check(z.minimum(1), z.maximum(24 * 90)), standard);
const switchedOff = z._default(z.boolean(), false);
const switchedOn = z._default(z.boolean(), true);
const featureFlags = z._default(z.record(z.string().check(z.maxLength(64)), z.boolean()), {});
const PRODUCT_NAME = 'Workplace';
/** One that is blank counts as not set: pages would speak of nothing. */
const productName = z.pipe(
  z.string().check(z.maxLength(60)),
  z.transform((name) => (name.trim() === '' ? PRODUCT_NAME : name.trim())),
);
const httpsUrl = z.url({ protocol: /^https$/ });

/** What limits every way around the check: an end, and the applications it leads to, by name. */
const wayAround = {
  /** Null: no end. */
  until: z._default(z.nullable(z.iso.datetime()), null),
  /** Null: every application. */
  applications: z._default(
    z.nullable(z.array(z.string().check(z.minLength(1), z.maxLength(120))).check(z.maxLength(100))),
    null,
  ),
};
const times = (standard: number) => z._default(z.int().check(z.minimum(1), z.maximum(1000)), standard);

/** When leave that support or an administrator gives waits until another administrator has approved it. */
const SECOND_APPROVER_RULES = ['off', 'above-limits', 'always'] as const;

/** Who may go on without Workplace, and how often: off unless a company turns it on. Never under Strict or in mfa mode. */
const skippingSchema = z.object({
  isAllowed: switchedOff,
  /** How long one leave lasts. */
  hours: hours(8),
  /** Leaves altogether; and within 30 days, where that is to be less. */
  maximumPerPerson: z._default(z.int().check(z.minimum(1), z.maximum(100)), 3),
  maximumPer30Days: times(3),
  ...wayAround,
});

const temporaryAccessSchema = z.object({
  /** Whether the pages offer "Ask for temporary access". */
  mayBeAsked: switchedOn,
  maximumHours: hours(24),
  /** At the same time; this and the two around it bind support. */
  maximumPerPerson: z._default(z.int().check(z.minimum(1), z.maximum(100)), 5),
  maximumPerWeek: times(10),
  /** Binds administrators as well. */
  maximumPer30Days: times(30),
  secondApprover: z._default(z.enum(SECOND_APPROVER_RULES), 'off'),
  ...wayAround,
});

/**
 * Whether the policy is enforced. While it is observed everyone is let through who is who they say; `until` ends that by
 * itself. `isReading`: computers are still read where that takes no one's time; else no page is shown at all.
 */
const gateSchema = z.object({
  state: z._default(z.enum(['enforcing', 'observing']), 'enforcing'),
  until: z._default(z.nullable(z.iso.datetime()), null),
  isReading: switchedOn,
  reason: z._default(z.nullable(z.string().check(z.maxLength(500))), null),
  /** Observing without an end, which goes on when what was begun meanwhile ends by itself; null: the policy is enforced. */
  afterwards: z._default(z.nullable(z.object({ isReading: z.boolean(), reason: z.nullable(z.string()) })), null),
});

/** Names of groups or of work applications. */
const stageNames = z._default(
  z.array(z.string().check(z.trim(), z.minLength(1), z.maxLength(255), isOneLine, isVisible)).check(z.maxLength(200)),
  [],
);

/** Why a stage whose time has come has not begun by itself. */
export const STAGE_OBSTACLES = ['gate-open', 'brake', 'planner', 'fewer', 'too-many', 'policy-text'] as const;

/** What a stage is planned as: for whom the policy is enforced from then on. What names no one narrows nothing. */
export const stagePlanShape = {
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(60), isOneLine, isVisible),
  groups: stageNames,
  /** That many of a hundred people, next to the groups; null: none. */
  percentage: z._default(z.nullable(z.int().check(z.minimum(0), z.maximum(100))), null),
  applications: stageNames,
  /** When it begins by itself; null: when an administrator begins it. */
  at: z._default(z.nullable(z.iso.datetime()), null),
  /** So many it may newly stop; null: no more than the few that need no word. */
  acceptBlocking: z._default(z.nullable(z.int().check(z.minimum(0), z.maximum(1_000_000))), null),
};

/** A stage on the way from no one to everyone, as it is kept. */
export const gateStageSchema = z.object({
  ...stagePlanShape,
  /** When it was begun last; null: never. */
  begunAt: z._default(z.nullable(z.iso.datetime()), null),
  /** When those who are named for alerts were mailed that it comes; null: not yet. */
  toldAt: z._default(z.nullable(z.iso.datetime()), null),
  /** Who saved the plan last, and with which token of the company; null: on the server's own machine. */
  plannedBy: z._default(
    z.nullable(
      z.object({
        companyId: z.uuid(),
        /** Null: a token that no person made. */
        personId: z.nullable(z.uuid()),
        tokenId: z._default(z.nullable(z.uuid()), null),
      }),
    ),
    null,
  ),
  /** Why it waits, although its time has come. */
  heldBack: z._default(
    z.nullable(
      z.object({
        since: z.iso.datetime(),
        why: z.enum(STAGE_OBSTACLES),
        /** Whom it would newly stop, where those are too many. */
        toAccept: z.nullable(z.int()),
        /** When that was found out last. */
        lookedAt: z.iso.datetime(),
      }),
    ),
    null,
  ),
});
export type GateStage = z.infer<typeof gateStageSchema>;

export const MAXIMUM_STAGES = 12;

/**
 * Lets a check that suddenly blocks many people stop no one, until someone looks. It counts those whose computer met it
 * before, among all whose approved computer has reported within ten minutes.
 */
const brakeSchema = z.object({
  isOn: switchedOff,
  percent: z._default(z.int().check(z.minimum(1), z.maximum(100)), 10),
  /** Fewer people say nothing. */
  minimumPeople: z._default(z.int().check(z.minimum(2), z.maximum(1000)), 5),
});

/**
 * Who registers a computer. automatic: its first valid report does; verified: a second factor of its person, or an
 * administrator; approved: an administrator alone. Under verified only registered computers open anything.
 */
export const REGISTRATION_MODES = ['automatic', 'verified', 'approved'] as const;

const registrationSchema = z.object({
  /** What a company holds that was made before there was anything else; new companies are given `verified`. */
  mode: z._default(z.enum(REGISTRATION_MODES), 'automatic'),
  maximumPerPerson: z._default(z.nullable(z.int().check(z.minimum(1), z.maximum(100))), null),
});

export const SECOND_FACTOR_RULES = ['off', 'required', 'device'] as const;

export type SecondFactorRule = (typeof SECOND_FACTOR_RULES)[number];

/** What the company says that its device management can, or cannot, do: the product knows nothing of it. */
const powers = z._default(z.array(z.string().check(z.minLength(1), z.maxLength(120))).check(z.maxLength(6)), []);

export const companyConfigurationSchema = z.object({
  productName: z._default(productName, PRODUCT_NAME),
  sessionType: z._default(z.enum(SESSION_TYPES), 'Unknown'),
  accentColor: z._default(
    z.nullable(z.string().check(z.regex(/^#[0-9a-f]{6}$/i, 'must be a colour such as #1a5fb4'))),
    null,
  ),
  helpArticleUrl: z._default(z.nullable(httpsUrl), null),
  privacyPolicyUrl: z._default(z.nullable(httpsUrl), null),
  extensionUrls: z.prefault(
    z.object({ chromium: z._default(z.nullable(httpsUrl), null), firefox: z._default(z.nullable(httpsUrl), null) }),
    {},
  ),
  managedDeviceService: z._default(
    z.nullable(
      z.object({
        name: z.string().check(z.maxLength(60)),
        enrollUrl: httpsUrl,
        mayOptOut: switchedOn,
        can: powers,
        cannot: powers,
      }),
    ),
    null,
  ),
  /** HTML of the tags ol, li, div, p and strong; null: the product's own. */
  eula: z._default(z.nullable(z.string().check(z.maxLength(200_000))), null),
  disclaimer: z._default(z.nullable(z.object({ text: z.string(), redText: z.string(), boldText: z.string() })), null),
  features: featureFlags,
  /** Null: the list this version ships. */
  supportedVersions: z._default(z.nullable(supportedVersionsSchema), null),
  liveChat: z._default(z.nullable(z.object({ widgetSourceUrl: httpsUrl, secret: z.string() })), null),
  /** Set by `vestibule gate`, which says what it would do first. */
  gate: z.prefault(gateSchema, {}),
  /** Set by `vestibule gate stage`. */
  stages: z._default(z.array(gateStageSchema).check(z.maxLength(MAXIMUM_STAGES)), []),
  brake: z.prefault(brakeSchema, {}),
  registration: z.prefault(registrationSchema, {}),
  /** off: a password is enough; required: a code or a passkey; device: the device check is the second factor. */
  secondFactor: z._default(z.enum(SECOND_FACTOR_RULES), 'off'),
  isLocalSignInEnabled: switchedOn,
  /**
   * Whether `Password` or `unspecified`, said by the company's own identity provider, is what an application gets that asks
   * for `PasswordProtectedTransport`: the provider is asked over https.
   */
  countsProviderPassword: switchedOn,
  skipping: z.prefault(skippingSchema, {}),
  temporaryAccess: z.prefault(temporaryAccessSchema, {}),
  /** Where phones and tablets go on: the gate leads there with a button, and redirects no one. */
  deviceComplianceCheckMobileUrl: z._default(z.nullable(httpsUrl), null),
  requireNativeAppInstallation: switchedOff,
  isFastCheckModeEnabled: switchedOff,
  isRemediationEnabled: switchedOn,
  isDevicesMenuItemEnabled: switchedOff,
});
export type CompanyConfiguration = z.infer<typeof companyConfigurationSchema>;

export const personConfigurationSchema = z.object({
  features: featureFlags,
  updateChannel: z._default(z.enum(UPDATE_CHANNELS), 'stable'),
  specialUpdateChannelsEnabled: switchedOff,
  /** Null: as the company has it. */
  isFastCheckModeEnabled: z._default(z.nullable(z.boolean()), null),
  isRemediationEnabled: z._default(z.nullable(z.boolean()), null),
  requireNativeAppInstallation: z._default(z.nullable(z.boolean()), null),
});
export type PersonConfiguration = z.infer<typeof personConfigurationSchema>;

/** What browsers make something of themselves. */
const SCHEMES_OF_BROWSERS = ['http', 'https', 'ws', 'wss', 'javascript', 'data', 'blob', 'file', 'filesystem', 'about'];
const programScheme = z.string().check(
  z.regex(/^[a-z][a-z0-9+.-]{1,40}$/, 'must be the scheme of a program, such as slack'),
  z.refine((scheme) => !SCHEMES_OF_BROWSERS.includes(scheme), 'must be the scheme of a program, such as slack'),
);

export const applicationConfigurationSchema = z.object({
  mode: z._default(z.enum(SIGN_IN_MODES), 'frontline'),
  /** Null: as the company has it. */
  secondFactor: z._default(z.nullable(z.enum(SECOND_FACTOR_RULES)), null),
  /** Whether people find it on their launch pad. */
  isOnLaunchPad: switchedOn,
  unsupportedSystems: z._default(z.enum(UNSUPPORTED_SYSTEMS), 'mobile-page'),
  /** Schemes of programs to which the application leads on by a redirect once it has its response, such as `slack`. */
  leadsOnTo: z._default(z.array(programScheme).check(z.maxLength(5)), []),
  /** How old a request the application still takes an answer to, in seconds; older ones begin again at its start. */
  requestMaximumAgeSeconds: z._default(z.int().check(z.minimum(60), z.maximum(3600)), 3600),
});
export type ApplicationConfiguration = z.infer<typeof applicationConfigurationSchema>;
