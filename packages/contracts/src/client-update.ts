import * as z from 'zod/mini';

/** Updates of the installed client: what is offered, to whom, and who vouches for it. */

export const UPDATE_CHANNELS = ['stable', 'early'] as const;
export type UpdateChannel = (typeof UPDATE_CHANNELS)[number];

export const CLIENT_PLATFORMS = ['linux-x64', 'linux-arm64', 'macos-arm64', 'macos-x64', 'windows-x64'] as const;
export type ClientPlatform = (typeof CLIENT_PLATFORMS)[number];

/** Public half of an Ed25519 key (RFC 8037). */
export const updateKeySchema = z.object({
  kty: z.literal('OKP'),
  crv: z.literal('Ed25519'),
  x: z.string().check(z.regex(/^[\w-]{43}$/)),
});
export type UpdateKey = z.infer<typeof updateKeySchema>;

/** Two, so that one can be lost or replaced: either of them is enough. */
export const UPDATE_KEYS_MAXIMUM = 2;

export const sha256Schema = z.string().check(z.regex(/^[0-9a-f]{64}$/));

const updateFileSchema = z.object({
  /** Below the program's folder. Plain names with a folder at most: nothing in it leads out. */
  path: z.string().check(z.regex(/^(?:[a-z][\w-]*\/)?[A-Za-z][\w-]*(?:\.[A-Za-z\d]+)*$/)),
  /** Of the file itself; it travels compressed by gzip. */
  size: z.int().check(z.positive(), z.maximum(512 * 1024 * 1024)),
  sha256: sha256Schema,
  isProgram: z.boolean(),
});
export type UpdateFile = z.infer<typeof updateFileSchema>;

export const clientVersionSchema = z.string().check(z.regex(/^\d{1,6}\.\d{1,6}\.\d{1,6}$/));

export const updateManifestSchema = z.object({
  format: z.literal(1),
  channel: z.enum(UPDATE_CHANNELS),
  version: clientVersionSchema,
  /** An older one than was seen before is a replay. */
  issuedAt: z.iso.datetime(),
  /** After this moment it says nothing any more. */
  notAfter: z.iso.datetime(),
  platforms: z.record(z.string(), z.array(updateFileSchema).check(z.maxLength(64))),
});
export type UpdateManifest = z.infer<typeof updateManifestSchema>;
