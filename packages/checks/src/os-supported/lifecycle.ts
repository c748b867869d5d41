import * as z from 'zod/mini';

/** For distributions without versions, or when every version will do. */
export const ANY_VERSION = 'any';

export const versionSchema = z
  .string()
  .check(z.regex(/^\d{1,9}(\.\d{1,9}){0,5}$/, 'must be a version such as 14.2, in quotation marks'));

/** Editions of Windows that Microsoft gives one end. */
export const WINDOWS_EDITIONS = ['home-pro', 'enterprise', 'ltsc', 'iot-ltsc', 'server'] as const;
export type WindowsEdition = (typeof WINDOWS_EDITIONS)[number];

const systemSchema = z.string().check(z.minLength(1), z.maxLength(100));

/** Until which day a release gets security updates. */
const releaseShape = {
  /** ID of os-release, 'windows' or 'macos'. */
  system: systemSchema,
  /** '24.04', '10.0.26100': it names what begins with these numbers as well, and the longest that fits counts. */
  version: z.union([versionSchema, z.literal(ANY_VERSION)]),
  /** Left out: all of them. */
  edition: z.optional(z.enum(WINDOWS_EDITIONS)),
};

/** The last day, for everybody. Null: it rolls on, and has no end. */
const untilSchema = z.nullable(z.iso.date());

const releaseSchema = z.object({
  ...releaseShape,
  until: untilSchema,
  /** The last day for those who pay for more. */
  paidUntil: z.optional(z.iso.date()),
  /** The maker has not said so: it is what earlier releases let expect. */
  isForecast: z.optional(z.literal(true)),
});
export type Release = z.infer<typeof releaseSchema>;

/** Written for a day: the company does not accept the release. */
export const NOT_ACCEPTED = 'not-accepted';

/** What a company says itself of a release. */
export const ownReleaseSchema = z.strictObject({
  ...releaseShape,
  until: z.union([untilSchema, z.literal(NOT_ACCEPTED)]),
});
export type OwnRelease = z.infer<typeof ownReleaseSchema>;

export const lifecycleSchema = z.object({
  format: z.literal(1),
  /** Counts up with every change, so that an older file is known for one. */
  version: z.int().check(z.minimum(1)),
  /** The day on which this was what the makers said. */
  asOf: z.iso.date(),
  /** Pages that it was read on. */
  sources: z.array(z.string().check(z.minLength(1), z.maxLength(500))).check(z.minLength(1), z.maxLength(200)),
  releases: z.array(releaseSchema).check(z.minLength(1), z.maxLength(5000)),
});
export type Lifecycle = z.infer<typeof lifecycleSchema>;
