import * as z from 'zod';
import { loadServerKey, readServerTexts, replaceServerText, type StoredText } from '../../crypto/server-keys.ts';
import type { Installation } from '../../../context/server-context.ts';
import { createAccountKey } from './order-certificate.ts';

const recordSchema = z.object({
  /** Whose certificate and failures these are. */
  directoryUrl: z.string(),
  /** PEM. */
  pair: z.object({ cert: z.string(), key: z.string() }).nullable(),
  /** What is answered at port 80 while an order runs. */
  challenge: z.object({ token: z.string(), answer: z.string() }).nullable(),
  /** Orders that failed, or were begun and never ended, since the last certificate. */
  failures: z.int(),
  /** No one orders before this. */
  nextAt: z.iso.datetime(),
  failure: z.object({ problem: z.string(), next: z.string() }).nullable(),
});

/** Everything about the certificate of one name. */
export type AcmeRecord = z.infer<typeof recordSchema>;

/** A record, and the version of it that was read. */
export interface StoredRecord {
  readonly record: AcmeRecord;
  readonly stored: StoredText;
}

type Place = Pick<Installation, 'database' | 'masterKey' | 'now'>;

const nameOf = (hostname: string) => `certificate ${hostname}`;

/** Reads what the servers of an installation know of the certificates of some names. @returns each name, with null for nothing yet */
export async function readRecords(
  { database, masterKey }: Place,
  hostnames: readonly string[],
): Promise<ReadonlyMap<string, StoredRecord | null>> {
  const texts = await readServerTexts(database, masterKey, hostnames.map(nameOf));
  return new Map(
    hostnames.map((hostname) => {
      const stored = texts.get(nameOf(hostname));
      return [hostname, stored === undefined ? null : { record: recordSchema.parse(JSON.parse(stored.text)), stored }];
    }),
  );
}

/** Stores a record, sealed. @returns null when another server has stored one since `before` was read */
export async function replaceRecord(
  place: Place,
  hostname: string,
  before: StoredRecord | null,
  record: AcmeRecord,
): Promise<StoredRecord | null> {
  const stored = await replaceServerText(place, nameOf(hostname), before?.stored ?? null, JSON.stringify(record));
  return stored === null ? null : { record, stored };
}

/** The key of the installation's account with an authority: one for all its servers, made at the first order. */
export async function readAccountKey({ database, masterKey }: Place, directoryUrl: string): Promise<string> {
  return loadServerKey(database, masterKey, `account ${directoryUrl}`, createAccountKey);
}
