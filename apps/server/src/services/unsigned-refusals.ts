import type { FastifyBaseLogger } from 'fastify';
import * as z from 'zod';
import { addressKey } from '../limits/address-keys.ts';
import { type AuditEntry, writeAudit } from '../repositories/log.ts';
import type { Database } from '../database/open.ts';

const EVERY_MS = 60_000;
/** Past so many kinds of one minute, what differs in details alone is counted together. */
const KINDS_MAXIMUM = 500;
const ADDRESSES_SHOWN = 5;

interface Kind {
  /** As the last one was; of what is about nobody of ours, the caller's own words are not written. */
  last: AuditEntry;
  since: Date;
  count: number;
  /** All of it is about one account, application or person of ours: its line says which. */
  readonly isAboutOne: boolean;
  readonly addresses: Set<string>;
}

/**
 * Refusals of those of whom nothing is known: anybody can cause as many as they like. The first of a kind (company, action,
 * code) is written at once; those that follow are counted, and written as one line a minute with their number.
 */
export class UnsignedRefusals {
  readonly #kinds = new Map<string, Kind>();

  /** Writes it, or counts it. @param about what of ours it is about: counted by itself, and its line keeps it */
  async note(database: Database, entry: AuditEntry, about: string | null): Promise<void> {
    const code = codeOf(entry);
    const [narrow, wide] = [
      `${entry.companyId} ${entry.action} ${code} ${about ?? ''}`,
      `${entry.companyId} ${entry.action}`,
    ];
    const key = this.#kinds.has(narrow) || this.#kinds.size < KINDS_MAXIMUM ? narrow : wide;
    const isAboutOne = about !== null && key === narrow;
    const kind = this.#kinds.get(key);
    const isOver = kind !== undefined && entry.at.getTime() - kind.since.getTime() >= EVERY_MS;
    if (kind !== undefined && !isOver) return count(kind, entry);
    if (kind !== undefined && kind.count > 0) {
      const next = begin(entry, isAboutOne);
      count(next, entry);
      this.#kinds.set(key, next);
      return writeAudit(database, [lineOf(kind)]);
    }
    this.#kinds.set(key, begin(entry, isAboutOne));
    return writeAudit(database, [entry]);
  }

  /** Writes what was counted. @param isLast of a server that stops: also what is not a minute old */
  async flush(database: Database, now: Date, isLast = false): Promise<void> {
    const lines: AuditEntry[] = [];
    for (const [key, kind] of this.#kinds) {
      if (!isLast && now.getTime() - kind.since.getTime() < EVERY_MS) continue;
      if (kind.count > 0) lines.push(lineOf(kind));
      // Who goes on is counted on; only who comes back after a quiet minute is news.
      if (kind.count === 0 || isLast) this.#kinds.delete(key);
      else this.#kinds.set(key, begin(kind.last, kind.isAboutOne, now));
    }
    await writeAudit(database, lines);
  }
}

function begin(last: AuditEntry, isAboutOne: boolean, since = last.at): Kind {
  return { last, isAboutOne, since, count: 0, addresses: new Set() };
}

function count(kind: Kind, entry: AuditEntry): void {
  kind.last = entry;
  kind.count += 1;
  if (kind.addresses.size < ADDRESSES_SHOWN) kind.addresses.add(addressKey(entry.address));
}

function lineOf({ last, isAboutOne, since, count: counted, addresses }: Kind): AuditEntry {
  const counts = { code: codeOf(last), count: counted, since: since.toISOString(), addresses: [...addresses] };
  return isAboutOne ? { ...last, details: { ...last.details, ...counts } } : { ...last, target: null, details: counts };
}

const codeSchema = z.object({ code: z.string() });

function codeOf({ details }: AuditEntry): string {
  return codeSchema.safeParse(details).data?.code ?? '';
}

/** Writes down once a minute what was counted. @returns ends it, and writes the rest */
export function startUnsignedRefusals(
  installation: { readonly unsigned: UnsignedRefusals; readonly database: Database; readonly now: () => Date },
  logger: FastifyBaseLogger,
): () => Promise<void> {
  const { unsigned, database, now } = installation;
  const flush = (isLast: boolean) =>
    unsigned.flush(database, now(), isLast).catch((error: unknown) => {
      logger.error({ err: error }, 'refusals could not be written down');
    });
  const timer = setInterval(() => void flush(false), EVERY_MS);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await flush(true);
  };
}
