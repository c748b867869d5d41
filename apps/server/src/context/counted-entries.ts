import type { FastifyBaseLogger } from 'fastify';
import * as z from 'zod';
import { addressKey } from '../operations/counting/address-keys.ts';
import { type AuditEntry, writeAudit } from '../repositories/log.ts';
import { asWord, ofPerson, PersonalWord } from '../repositories/audit-words.ts';
import type { Database } from '../database/open.ts';

const EVERY_MS = 60_000;
const SHOWN = 5;

interface Limits {
  /** So many of a kind are written at once before the others of that minute are counted. */
  readonly first: number;
  /**
   * So many accounts, applications or calls of one company, actor, action and code have lines of their own in a minute: a
   * stranger who knows the logins would otherwise write one for every person. The others share a line, which names the first.
   */
  readonly subjects: number;
  readonly kinds: number;
  /** Past so many kinds of one minute: strangers' are told apart by action alone, people's are written each. */
  readonly past: 'by-action' | 'each';
}

/** Refusals to those of whom nothing is known: anybody can cause as many as they like. */
export const OF_STRANGERS: Limits = { first: 1, subjects: 20, kinds: 500, past: 'by-action' };
/** What people, sessions and tokens cause. As many kinds as a whole company makes on a morning. */
export const OF_PEOPLE: Limits = { first: 3, subjects: 100, kinds: 20_000, past: 'each' };

interface Kind {
  readonly since: Date;
  /** So many of it were written at once. */
  written: number;
  count: number;
  /** As the last one that was counted; of what is about no one of ours, the caller's own words are not written. */
  last: AuditEntry | null;
  /** Among which it has a line of its own; null: it is not about one account, application or call. */
  readonly among: string | null;
  readonly addresses: Set<string>;
  /** What of ours it was about, where it shares a line. */
  readonly targets: Map<string, AuditEntry['target']>;
}

/**
 * What the same caller can cause again and again. The first of a kind (company, action, outcome, code, actor) are written at
 * once; those that follow are counted, and written as one line a minute with their number.
 */
export class CountedEntries {
  readonly #kinds = new Map<string, Kind>();
  /** How many of a company, action, outcome, code and actor have a line of their own. */
  readonly #subjects = new Map<string, number>();
  readonly #limits: Limits;

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  /** Writes it, or counts it. @param about what of ours it is about: counted by itself, and its line keeps it */
  async note(database: Database, entry: AuditEntry, about: string | null): Promise<void> {
    const { first, subjects, kinds, past } = this.#limits;
    const { actor } = entry;
    const who = actor === null ? null : (actor.id ?? actor.login);
    const wide = JSON.stringify([entry.companyId, entry.action, entry.outcome, who]);
    const shared = `${wide} ${codeOf(entry)} `;
    const narrow = `${shared}${about ?? ''}`;
    const hasRoom = this.#kinds.has(narrow) || (this.#subjects.get(shared) ?? 0) < subjects;
    const own = about === null || hasRoom ? narrow : shared;
    const isKnown = this.#kinds.has(own);
    if (!isKnown && this.#kinds.size >= kinds && past === 'each') return writeAudit(database, [entry]);
    const key = isKnown || this.#kinds.size < kinds ? own : wide;
    const among = about !== null && key === narrow ? shared : null;
    const isNamed = actor !== null || about !== null;
    const target = isNamed && among === null ? entry.target : null;
    const kind = this.#kinds.get(key);
    const isOver = kind !== undefined && entry.at.getTime() - kind.since.getTime() >= EVERY_MS;
    if (kind !== undefined && !isOver) {
      if (kind.written >= first) return count(kind, entry, target);
      kind.written += 1;
      return writeAudit(database, [entry]);
    }
    const line = kind === undefined ? null : lineOf(kind);
    const next = begin(among, entry.at);
    if (line === null) next.written = 1;
    else count(goOn(next), entry, target);
    this.#put(key, next);
    return writeAudit(database, [line ?? entry]);
  }

  #put(key: string, kind: Kind): void {
    if (kind.among !== null && !this.#kinds.has(key)) {
      this.#subjects.set(kind.among, (this.#subjects.get(kind.among) ?? 0) + 1);
    }
    this.#kinds.set(key, kind);
  }

  #forget(key: string, { among }: Kind): void {
    this.#kinds.delete(key);
    if (among === null) return;
    const others = (this.#subjects.get(among) ?? 1) - 1;
    if (others === 0) this.#subjects.delete(among);
    else this.#subjects.set(among, others);
  }

  /** Writes what was counted. @param isLast of a server that stops: also what is not a minute old */
  async flush(database: Database, now: Date, isLast = false): Promise<void> {
    const lines: AuditEntry[] = [];
    for (const [key, kind] of this.#kinds) {
      if (!isLast && now.getTime() - kind.since.getTime() < EVERY_MS) continue;
      const line = lineOf(kind);
      if (line !== null) lines.push(line);
      // Who goes on is counted on; only who comes back after a quiet minute is news.
      if (line === null || isLast) this.#forget(key, kind);
      else this.#put(key, goOn(begin(kind.among, now)));
    }
    // So many in one statement that their parameters fit.
    for (let from = 0; from < lines.length; from += 1000) await writeAudit(database, lines.slice(from, from + 1000));
  }
}

function begin(among: string | null, since: Date): Kind {
  return { among, since, written: 0, count: 0, last: null, addresses: new Set(), targets: new Map() };
}

/** Nothing of it is written at once any more. */
function goOn(kind: Kind): Kind {
  kind.written = Number.POSITIVE_INFINITY;
  return kind;
}

function count(kind: Kind, entry: AuditEntry, target: AuditEntry['target']): void {
  kind.last = entry;
  kind.count += 1;
  if (kind.addresses.size < SHOWN) kind.addresses.add(addressKey(entry.address));
  const key = typeof target === 'string' ? target : (target?.id ?? target?.login);
  if (key !== undefined && kind.targets.size < SHOWN) kind.targets.set(key, target);
}

/** @returns null where nothing was counted */
function lineOf({ last, among, since, count: counted, addresses, targets }: Kind): AuditEntry | null {
  if (last === null) return null;
  const code = codeOf(last);
  const by = last.actor?.id ?? null;
  const counts = {
    ...(code === '' && last.actor !== null ? {} : { code }),
    count: counted,
    since: since.toISOString(),
    addresses: [...addresses].map((address) => (by === null ? address : new PersonalWord(ofPerson(by), address))),
  };
  if (among !== null) return { ...last, details: { ...last.details, ...counts } };
  const [only = null, ...others] = targets.values();
  const named =
    others.length > 0 || (last.actor === null && only !== null) ? { targets: [...targets.values()].map(wordOf) } : {};
  // What a person of ours did last says how; what strangers sent says nothing.
  if (last.actor !== null) {
    return { ...last, target: others.length === 0 ? only : null, details: { ...last.details, ...counts, ...named } };
  }
  return { ...last, target: null, details: { ...counts, ...named } };
}

function wordOf(target: AuditEntry['target']): unknown {
  return target === null || typeof target === 'string' ? target : asWord(target);
}

const codeSchema = z.object({ code: z.string() });

function codeOf({ details }: AuditEntry): string {
  return codeSchema.safeParse(details).data?.code ?? '';
}

/** The two counters of a server. */
export interface Counters {
  /** What is refused to those of whom nothing is known. */
  readonly unsigned: CountedEntries;
  /** What people, sessions and tokens cause again and again. */
  readonly repeated: CountedEntries;
}

/** Writes down once a minute what was counted. @returns ends it, and writes the rest */
export function startCountedEntries(
  installation: Counters & { readonly database: Database; readonly now: () => Date },
  logger: FastifyBaseLogger,
): () => Promise<void> {
  const { unsigned, repeated, database, now } = installation;
  const flush = async (isLast: boolean) => {
    for (const counted of [unsigned, repeated]) {
      await counted.flush(database, now(), isLast).catch((error: unknown) => {
        logger.error({ err: error }, 'what was counted could not be written down');
      });
    }
  };
  const timer = setInterval(() => void flush(false), EVERY_MS);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await flush(true);
  };
}
