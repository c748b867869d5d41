import { randomInt } from 'node:crypto';
import type { Writable } from 'node:stream';
import type { LookEvent } from '../../operations/events/event-bus.ts';
import { findLiveSessionIds } from '../../repositories/live-sessions.ts';
import type { Installation } from '../../context/server-context.ts';
import { EventStream, type StreamOwner } from './event-stream.ts';

/** Tabs of one browser share a stream, so a session needs one or two. */
const STREAMS_PER_SESSION = 4;
/** Pages come back spread over this time: after a restart all of them do. */
const RETRY_MS = { least: 1000, most: 3000 };

/** @returns ends the repeating */
export type Repeat = (task: () => void) => () => void;

/**
 * The streams to all pages that this process pushes to. A stream ends as soon as its session is revoked or over or the
 * person is blocked: anyone who does that publishes 'session', and every heartbeat asks again in case no one did.
 */
export class EventStreams {
  readonly #installation: Pick<Installation, 'database' | 'now'>;
  /** By company and session, each in the order in which they were opened. */
  readonly #streams = new Map<string, Map<string, Set<EventStream>>>();
  readonly #ends: (() => void)[];
  #isClosed = false;
  #isAsking = false;

  /** @param repeat at each heartbeat */
  constructor(installation: Pick<Installation, 'database' | 'now' | 'events'>, repeat: Repeat) {
    this.#installation = installation;
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
    for (const ofCompany of this.#streams.values()) for (const ofSession of ofCompany.values()) size += ofSession.size;
    return size;
  }

  /** Begins to tell a page. Its session is looked at again: it may have been revoked between the look at it and now. */
  open(owner: StreamOwner, page: Writable): void {
    const stream = new EventStream(owner, randomInt(RETRY_MS.least, RETRY_MS.most), page);
    const ofCompany = this.#streams.get(owner.companyId) ?? new Map<string, Set<EventStream>>();
    const ofSession = ofCompany.get(owner.sessionId) ?? new Set();
    const surplus = Math.max(ofSession.size + 1 - STREAMS_PER_SESSION, 0);
    for (const oldest of [...ofSession].slice(0, surplus)) oldest.end();
    ofSession.add(stream);
    ofCompany.set(owner.sessionId, ofSession);
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

  #all(): EventStream[] {
    return [...this.#streams.keys()].flatMap((companyId) => this.#of(companyId));
  }

  #of(companyId: string): EventStream[] {
    return [...(this.#streams.get(companyId)?.values() ?? [])].flatMap((ofSession) => [...ofSession]);
  }

  #remove(stream: EventStream): void {
    const { companyId, sessionId } = stream.owner;
    const ofCompany = this.#streams.get(companyId);
    const ofSession = ofCompany?.get(sessionId);
    ofSession?.delete(stream);
    if (ofSession?.size === 0) ofCompany?.delete(sessionId);
    if (ofCompany?.size === 0) this.#streams.delete(companyId);
  }

  #tell({ companyId, personId, subject }: LookEvent): void {
    if (subject === 'company') return;
    const now = this.#installation.now();
    const told = this.#of(companyId).filter(({ owner }) => personId === null || owner.personId === personId);
    for (const stream of told) {
      if (stream.owner.expiresAt > now) stream.look(subject);
      else stream.end();
    }
    if (subject === 'session') void this.#endDead(companyId, told);
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
  async #endDead(companyId: string, streams: readonly EventStream[]): Promise<void> {
    const { database, now } = this.#installation;
    const ids = [...new Set(streams.map(({ owner }) => owner.sessionId))];
    // While the database is away no one can be asked: the next heartbeat asks again.
    const live = await findLiveSessionIds(database, companyId, ids, now()).catch(() => null);
    if (live === null) return;
    for (const stream of streams) if (!live.has(stream.owner.sessionId)) stream.end();
  }
}
