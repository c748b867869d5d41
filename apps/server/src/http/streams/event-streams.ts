import { randomInt } from 'node:crypto';
import type { Writable } from 'node:stream';
import type { LookEvent } from '../../operations/events/event-bus.ts';
import type { Database } from '../../database/open.ts';
import type { Installation } from '../../context/server-context.ts';
import { EventStream, type Saying, type StreamOwner } from './event-stream.ts';

/** Pages come back spread over this time: after a restart all of them do. */
const RETRY_MS = { least: 1000, most: 3000 };

/** @returns ends the repeating */
export type Repeat = (task: () => void) => () => void;

/** What the streams of one kind of page are told, how many there may be, and when they end. */
export interface StreamKind<Look extends string> extends Saying<Look> {
  /** What an event says to an owner in its company; null: nothing. */
  readonly lookOf: (event: LookEvent, owner: StreamOwner) => Look | null;
  /** Whether it may have ended some streams. */
  readonly mayEnd: (event: LookEvent) => boolean;
  /** Whose streams count together, and how many those may be: the oldest ends for one more. */
  readonly countedBy: (owner: StreamOwner) => string;
  readonly most: number;
  /** Which of these sessions may still be told. */
  readonly findLive: (
    database: Database,
    companyId: string,
    sessionIds: readonly string[],
    now: Date,
  ) => Promise<ReadonlySet<string>>;
}

/**
 * The streams of one kind to all pages that this process pushes to. A stream ends as soon as its session is revoked or over or
 * the person is blocked: anyone who does that publishes an event, and every heartbeat asks again in case no one did.
 */
export class EventStreams<Look extends string = string> {
  readonly #kind: StreamKind<Look>;
  readonly #installation: Pick<Installation, 'database' | 'now'>;
  /** By company and by what they are counted by, each in the order in which they were opened. */
  readonly #streams = new Map<string, Map<string, Set<EventStream<Look>>>>();
  readonly #ends: (() => void)[];
  #isClosed = false;
  #isAsking = false;

  /** @param repeat at each heartbeat */
  constructor(installation: Pick<Installation, 'database' | 'now' | 'events'>, repeat: Repeat, kind: StreamKind<Look>) {
    this.#installation = installation;
    this.#kind = kind;
    this.#ends = [
      installation.events.subscribe(
        (event) => this.#tell(event),
        () => this.#all().forEach((stream) => stream.lookAtEverything()),
      ),
      repeat(() => this.#beat()),
    ];
  }

  get size(): number {
    let size = 0;
    for (const ofCompany of this.#streams.values()) for (const together of ofCompany.values()) size += together.size;
    return size;
  }

  /** Begins to tell a page. Its session is looked at again: it may have been revoked between the look at it and now. */
  open(owner: StreamOwner, page: Writable): void {
    const stream = new EventStream(owner, randomInt(RETRY_MS.least, RETRY_MS.most), page, this.#kind);
    const key = this.#kind.countedBy(owner);
    const ofCompany = this.#streams.get(owner.companyId) ?? new Map<string, Set<EventStream<Look>>>();
    const together = ofCompany.get(key) ?? new Set();
    const surplus = Math.max(together.size + 1 - this.#kind.most, 0);
    for (const oldest of [...together].slice(0, surplus)) oldest.end();
    together.add(stream);
    ofCompany.set(key, together);
    this.#streams.set(owner.companyId, ofCompany);
    page.once('close', () => this.#remove(stream));
    if (this.#isClosed) stream.end();
    else void this.#endDead(owner.companyId, [stream]);
  }

  /** Ends every stream at once, read or not: the server stops. */
  close(): void {
    this.#isClosed = true;
    for (const end of this.#ends) end();
    for (const stream of this.#all()) stream.destroy();
  }

  #all(): EventStream<Look>[] {
    return [...this.#streams.keys()].flatMap((companyId) => this.#of(companyId));
  }

  #of(companyId: string): EventStream<Look>[] {
    return [...(this.#streams.get(companyId)?.values() ?? [])].flatMap((together) => [...together]);
  }

  #remove(stream: EventStream<Look>): void {
    const { companyId } = stream.owner;
    const key = this.#kind.countedBy(stream.owner);
    const ofCompany = this.#streams.get(companyId);
    const together = ofCompany?.get(key);
    together?.delete(stream);
    if (together?.size === 0) ofCompany?.delete(key);
    if (ofCompany?.size === 0) this.#streams.delete(companyId);
  }

  #tell(event: LookEvent): void {
    const now = this.#installation.now();
    const ofCompany = this.#of(event.companyId);
    const told: EventStream<Look>[] = [];
    for (const stream of ofCompany) {
      const look = this.#kind.lookOf(event, stream.owner);
      if (look === null) continue;
      told.push(stream);
      if (stream.owner.expiresAt > now) stream.look(look);
      else stream.end();
    }
    if (this.#kind.mayEnd(event)) void this.#endDead(event.companyId, told);
  }

  #beat(): void {
    for (const stream of this.#all()) stream.beat();
    if (this.#isAsking) return;
    this.#isAsking = true;
    const asked = [...this.#streams.keys()].map((companyId) => this.#endDead(companyId, this.#of(companyId)));
    void Promise.all(asked).finally(() => {
      this.#isAsking = false;
    });
  }

  /** Ends those of these streams whose session no longer runs. */
  async #endDead(companyId: string, streams: readonly EventStream<Look>[]): Promise<void> {
    const { database, now } = this.#installation;
    const ids = [...new Set(streams.map(({ owner }) => owner.sessionId))];
    // While the database is away no one can be asked: the next heartbeat asks again.
    const live = await this.#kind.findLive(database, companyId, ids, now()).catch(() => null);
    if (live === null) return;
    for (const stream of streams) if (!live.has(stream.owner.sessionId)) stream.end();
  }
}
