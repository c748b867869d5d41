import type { FastifyBaseLogger } from 'fastify';
import * as z from 'zod';
import { addressKey } from '../operations/counting/address-keys.ts';
import { type AuditEntry, writeAudit } from '../repositories/log.ts';
import type { Database } from '../database/open.ts';

const EVERY_MS = 60_000;
/** Past so many kinds of one minute, what differs in details alone is counted together. */
const KINDS_MAXIMUM = 500;
/**
 * So many accounts or applications of one company have lines of their own in a minute, for one action and code: a stranger
 * who knows the logins would otherwise write one for every person. The others share a line, which names the first of them.
 */
const SUBJECTS_MAXIMUM = 20;
const SHOWN = 5;

interface Kind {
  /** As the last one was; of what is about nobody of ours, the caller's own words are not written. */
  last: AuditEntry;
  since: Date;
  count: number;
  /** All of it is about one account, application or person of ours: its line says which. */
  readonly isAboutOne: boolean;
  readonly addresses: Set<string>;
  /** What of ours it was about, where it shares a line. */
  readonly targets: Set<string>;
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
    const wide = `${entry.companyId} ${entry.action}`;
    const shared = `${wide} ${code} `;
    const narrow = `${shared}${about ?? ''}`;
    const own = about === null || this.#hasRoomAmong(shared, narrow) ? narrow : shared;
    const key = this.#kinds.has(own) || this.#kinds.size < KINDS_MAXIMUM ? own : wide;
    const isAboutOne = about !== null && key === narrow;
    const target = about === null || isAboutOne ? null : (entry.target ?? null);
    const kind = this.#kinds.get(key);
    const isOver = kind !== undefined && entry.at.getTime() - kind.since.getTime() >= EVERY_MS;
    if (kind !== undefined && !isOver) return count(kind, entry, target);
    if (kind !== undefined && kind.count > 0) {
      const next = begin(entry, isAboutOne);
      count(next, entry, target);
      this.#kinds.set(key, next);
      return writeAudit(database, [lineOf(kind)]);
    }
    this.#kinds.set(key, begin(entry, isAboutOne));
    return writeAudit(database, [entry]);
  }

  /** Whether one more may be counted by itself among those of its company, action and code. */
  #hasRoomAmong(shared: string, narrow: string): boolean {
    if (this.#kinds.has(narrow)) return true;
    let subjects = 0;
    for (const key of this.#kinds.keys()) if (key !== shared && key.startsWith(shared)) subjects += 1;
    return subjects < SUBJECTS_MAXIMUM;
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
  return { last, isAboutOne, since, count: 0, addresses: new Set(), targets: new Set() };
}

function count(kind: Kind, entry: AuditEntry, target: string | null): void {
  kind.last = entry;
  kind.count += 1;
  if (kind.addresses.size < SHOWN) kind.addresses.add(addressKey(entry.address));
  if (target !== null && kind.targets.size < SHOWN) kind.targets.add(target);
}

function lineOf({ last, isAboutOne, since, count: counted, addresses, targets }: Kind): AuditEntry {
  const counts = { code: codeOf(last), count: counted, since: since.toISOString(), addresses: [...addresses] };
  if (isAboutOne) return { ...last, details: { ...last.details, ...counts } };
  return { ...last, target: null, details: { ...counts, ...(targets.size === 0 ? {} : { targets: [...targets] }) } };
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
