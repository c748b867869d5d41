import * as z from 'zod/mini';
import { sha256Schema } from './client-update.ts';
import { softwareIdSchema } from './software-id.ts';

/** Software that a company has installed where a check misses it: what it is, and how it may be put there. */

/** The checks of agents: only what they look for is installed. */
export const SOFTWARE_CHECKS = ['FciAgentRunning', 'RmmAgent'] as const;
export type SoftwareCheck = (typeof SOFTWARE_CHECKS)[number];

/** Kinds of package, each with the system's own installer. Nothing else is run, and none is given arguments. */
export const SOFTWARE_KINDS = ['deb', 'msi'] as const;
export type SoftwareKind = (typeof SOFTWARE_KINDS)[number];

/** The system of each kind. */
export const SOFTWARE_SYSTEMS = { deb: 'linux', msi: 'windows' } as const satisfies Record<SoftwareKind, string>;

export const SOFTWARE_ARCHITECTURES = ['any', 'x64', 'arm64'] as const;

export const SOFTWARE_FILE_MAXIMUM_BYTES = 512 * 1024 * 1024;

/** How long a manifest is good for at most; signing says how long it shall be. */
export const SOFTWARE_DAYS_MAXIMUM = 730;

/** Letters of any writing, and nothing that turns a line into two or its direction around. */
const shownLine = (maximum: number) =>
  z.string().check(z.minLength(1), z.maxLength(maximum), z.regex(/^[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}]*$/u));

/** As Windows writes one, in small letters and without braces. */
const GUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** What is signed. Unknown fields are refused: what a client does not know it must not pass over. */
const manifestSchema = z.strictObject({
  format: z.literal(1),
  id: softwareIdSchema,
  checkType: z.enum(SOFTWARE_CHECKS),
  /** The agent that it brings, by the name under which policies speak of it. */
  agent: z.string().check(z.regex(/^[a-z0-9][a-z0-9-]{0,63}$/)),
  kind: z.enum(SOFTWARE_KINDS),
  architecture: z.enum(SOFTWARE_ARCHITECTURES),
  /** As the package itself says it: compared before it is installed. Of an MSI: its upgrade code, without braces. */
  packageName: z.string().check(z.regex(/^[a-z0-9][a-z0-9+.-]{1,127}$/)),
  /** Of an MSI alone: by this Windows knows that it is installed. Another one in each version. */
  productCode: z.optional(z.string().check(z.regex(GUID))),
  version: z.string().check(z.regex(/^(?:\d{1,9}:)?\d[A-Za-z0-9.+~-]{0,127}$/)),
  fileName: z.string().check(z.regex(/^[A-Za-z0-9][\w.+~-]{0,150}\.(?:deb|msi)$/)),
  size: z.int().check(z.positive(), z.maximum(SOFTWARE_FILE_MAXIMUM_BYTES)),
  sha256: sha256Schema,
  /** For people: what it is called, whose it is, and what they agree to. */
  name: shownLine(100),
  publisher: shownLine(100),
  licence: z.string().check(z.minLength(1), z.maxLength(30_000)),
  /** An older one than was used before is a replay. */
  issuedAt: z.iso.datetime(),
  /** After this moment it installs nothing any more. */
  notAfter: z.iso.datetime(),
});

export const softwareManifestSchema = manifestSchema.check(
  z.refine(({ kind, fileName }) => fileName.endsWith(`.${kind}`), {
    path: ['fileName'],
    message: 'must end as packages of its kind do',
  }),
  z.refine(
    ({ kind, packageName, productCode }) => kind !== 'msi' || (productCode !== undefined && GUID.test(packageName)),
    {
      path: ['packageName'],
      message: 'must be the upgrade code of the MSI, next to its product code',
    },
  ),
  z.refine(({ kind, productCode }) => kind === 'msi' || productCode === undefined, {
    path: ['productCode'],
    message: 'is for an MSI alone',
  }),
);
export type SoftwareManifest = z.infer<typeof softwareManifestSchema>;
