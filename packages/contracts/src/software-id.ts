import * as z from 'zod/mini';

// Apart from the manifest: pages name software and read none.

/** A name of a manifest: it stands in addresses and on command lines. */
export const softwareIdSchema = z
  .string()
  .check(z.regex(/^[a-z0-9][a-z0-9.-]{0,62}[a-z0-9]$/, 'must be 2 to 64 small letters, digits, dots and hyphens'));
