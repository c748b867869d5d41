import {
  COOKIES,
  LIMITS,
  MESSAGES,
  SIGN_IN_MODES,
  STORAGE_KEYS,
  supportCodeSchema,
  supportedVersionsSchema,
} from '@vestibule/contracts';
import type { Remembered, RememberedName } from '@vestibule/flows';
import * as z from 'zod/mini';

/** Where something is kept, and for how long: cookies without a lifetime end with the browser. */
export type Place =
  | { readonly kind: 'cookie'; readonly name: string; readonly lifetimeMs?: number; readonly expires?: string }
  | { readonly kind: 'session' | 'local'; readonly name: string };

export interface MemoryRow<Value> {
  readonly place: Place;
  /** Plain text, or JSON. */
  readonly isText: boolean;
  readonly schema: z.ZodMiniType<Value>;
}

const shortText = z.string().check(z.minLength(1), z.maxLength(2048));
const flag = z.pipe(
  z.enum(['true', 'false']),
  z.transform((word) => word === 'true'),
);
const destination = z._default(
  z.nullable(z.object({ appName: z.string().check(z.maxLength(64)), url: z.string().check(z.maxLength(2048)) })),
  null,
);

function cookie(name: string, lifetime: { readonly lifetimeMs?: number; readonly expires?: string } = {}): Place {
  return { kind: 'cookie', name, ...lifetime };
}

function text<Value>(place: Place, schema: z.ZodMiniType<Value>): MemoryRow<Value> {
  return { place, isText: true, schema };
}

function json<Value>(place: Place, schema: z.ZodMiniType<Value>): MemoryRow<Value> {
  return { place, isText: false, schema };
}

/** Every cookie and storage name of the portal (specification, sections 3 and 9), and what counts as a value of it. */
export const MEMORY: { readonly [name in RememberedName]: MemoryRow<Remembered[name]> } = {
  checkInfo: json(
    cookie(COOKIES.checkInfo),
    z.object({
      mode: z._default(z.enum(SIGN_IN_MODES), 'frontline'),
      successUrl: destination,
      failUrl: destination,
    }),
  ),
  isPolicyEnforced: text(cookie(COOKIES.enforcePolicy), flag),
  siloId: text(cookie(COOKIES.siloId), shortText),
  downloadParameters: json(
    cookie(COOKIES.downloadParameters),
    z.object({ url: z.url(), params: z.record(z.string(), z.string()) }),
  ),
  deviceToken: text(cookie(COOKIES.deviceToken), shortText),
  deviceAccountId: text(cookie(COOKIES.deviceAccountId, { expires: LIMITS.deviceAccountIdCookieExpires }), shortText),
  installationStatus: text(cookie(COOKIES.installationStatus), z.enum(['waiting-for-account-id', 'installed'])),
  hasOptedOut: text(cookie(COOKIES.optOutDeviceManagement, { lifetimeMs: LIMITS.optOutCookieMs }), flag),
  isUpdaterInstalled: text(cookie(COOKIES.updaterInstalled, { lifetimeMs: LIMITS.updaterCookieMs }), flag),
  deviceUserId: text(cookie(COOKIES.deviceUserId), shortText),
  quickStartRedirection: text(
    cookie(COOKIES.quickStartSafariRedirection, { lifetimeMs: LIMITS.quickStartSafariCookieMs }),
    shortText,
  ),
  onboardingV3Status: text(cookie(COOKIES.onboardingV3Status), shortText),
  deviceName: text({ kind: 'local', name: STORAGE_KEYS.deviceName }, shortText),
  isInActiveSession: text({ kind: 'session', name: STORAGE_KEYS.inActiveSession }, flag),
  pageInfo: json(
    { kind: 'session', name: STORAGE_KEYS.pageInfo },
    z.object({
      loginMarker: z.uuid(),
      startUrl: z.nullable(z.url()),
      applicationName: z.string(),
      mode: z._default(z.enum(SIGN_IN_MODES), 'frontline'),
    }),
  ),
  isFci: text({ kind: 'session', name: STORAGE_KEYS.isFci }, flag),
  answeredSignIns: json({ kind: 'session', name: 'wp-answered-sign-ins' }, z.array(z.uuid()).check(z.maxLength(10))),
  supportedVersions: json({ kind: 'session', name: 'wp-supported-versions' }, supportedVersionsSchema),
  complianceInfo: json(
    { kind: 'session', name: STORAGE_KEYS.complianceInfo },
    MESSAGES['get-device-compliance-info'].answer,
  ),
  supportCode: text({ kind: 'session', name: 'wp-support-code' }, shortText),
  tabCode: text({ kind: 'session', name: 'wp-tab-code' }, supportCodeSchema),
  reloadedPages: json({ kind: 'session', name: 'wp-reloaded-pages' }, z.array(shortText).check(z.maxLength(10))),
};
