import * as z from 'zod/mini';
import { boundedJson } from './bounded-json.ts';
import { OPERATING_SYSTEMS } from './check-types.ts';
import { KEY_PROTECTIONS } from './key-protection.ts';
import { saidText } from './said-text.ts';
import { UNAVAILABLE_REASONS } from './unavailable-reasons.ts';

/** Whose rights a reading was made with, where that matters: the person's, an administrator's, or the reader service's. */
export const READ_BY = ['person', 'administrator', 'reader'] as const;

const readingOrigin = {
  /** What was asked, in words a person understands: 'GNOME settings', '/etc/ufw/ufw.conf'. */
  source: saidText(200),
  /** Client's clock, ISO 8601, UTC. Shown only; never used for freshness. */
  readAt: z.iso.datetime(),
  /** Of facts that ordinary people may not read everywhere; absent of others, and in reports of earlier clients. */
  readBy: z.optional(z.enum(READ_BY)),
};

/** One fact group: a value, whose shape belongs to the check that reads it, or the reason why there is none. */
export const factReadingSchema = z.union([
  z.object({ ...readingOrigin, value: boundedJson, managed: z.optional(z.boolean()) }),
  z.object({
    ...readingOrigin,
    unavailable: z.enum(UNAVAILABLE_REASONS),
    detail: z.optional(saidText(500)),
  }),
]);
export type FactReading = z.infer<typeof factReadingSchema>;

export const deviceDetailsSchema = z.object({
  deviceId: z.uuid(),
  deviceName: saidText(255),
  deviceLoginName: saidText(255),
  operatingSystem: z.enum(OPERATING_SYSTEMS),
  osVersionCaption: saidText(255),
  /** 0 is a laptop, anything else a desktop (specification, section 3). */
  deviceType: z.int(),
  model: saidText(255),
  manufacturer: saidText(255),
  serialNumber: saidText(255),
});
export type DeviceDetails = z.infer<typeof deviceDetailsSchema>;

export const clientDetailsSchema = z.object({
  version: z.string().check(z.regex(/^\d+\.\d+\.\d+(\.\d+)?$/)),
  installScope: z.enum(['machine', 'user', 'development']),
  /** SHA-256 of the client's code, hex: claimed, not attested. */
  codeHash: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  keyProtection: z.enum(KEY_PROTECTIONS),
  /** 'scratch' when the client reads below another root folder, which only tests do; refused in production. */
  systemRoot: z.enum(['real', 'scratch']),
});
export type ClientDetails = z.infer<typeof clientDetailsSchema>;

/** There are a few dozen; a newer client may know more. */
const FACTS_MAXIMUM = 256;

/** Facts about a computer as its client reads them: never verdicts. */
export const deviceReportSchema = z.object({
  schemaVersion: z.literal(1),
  client: clientDetailsSchema,
  device: deviceDetailsSchema,
  facts: z
    .record(z.string().check(z.maxLength(64)), factReadingSchema)
    .check(z.refine((facts) => Object.keys(facts).length <= FACTS_MAXIMUM, 'are too many')),
});
export type DeviceReport = z.infer<typeof deviceReportSchema>;

export const EARLIER_READINGS_MAXIMUM = 24;

/** Facts as they were at a moment that is past, by the client's clock. */
export const earlierReadingSchema = z.object({
  collectedAt: z.iso.datetime(),
  importantDataHash: z.string().check(z.maxLength(128)),
  facts: deviceReportSchema.shape.facts,
});
export type EarlierReading = z.infer<typeof earlierReadingSchema>;

/** What the client signs: the report and everything that ties it to one session at one moment. */
export const signedReportPayloadSchema = z.object({
  nonce: z.string().check(z.maxLength(512)),
  sessionId: z.uuid(),
  deviceId: z.uuid(),
  collectedAt: z.iso.datetime(),
  /** Only rises, per device key. */
  sequence: z.int().check(z.positive()),
  importantDataHash: z.string().check(z.maxLength(128)),
  report: deviceReportSchema,
  /**
   * What an installed client read while it could not reach the server, the oldest first: evidence of that time, never
   * judged.
   */
  earlier: z.optional(z.array(earlierReadingSchema).check(z.maxLength(EARLIER_READINGS_MAXIMUM))),
});
export type SignedReportPayload = z.infer<typeof signedReportPayloadSchema>;
