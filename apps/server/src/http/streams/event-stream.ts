import type { Writable } from 'node:stream';
import { PUSH_EVENTS } from '@vestibule/contracts';

/** Whose page it is, and until when. */
export interface StreamOwner {
  readonly companyId: string;
  readonly personId: string;
  readonly sessionId: string;
  readonly expiresAt: Date;
}

/** What a stream says, and how soon. */
export interface Saying<Look extends string> {
  /** After events were missed: all of it that asks for nothing but to look. */
  readonly everything: readonly Look[];
  /** Calls `flush` when what was published meanwhile has gathered. */
  readonly gather: (flush: () => void) => void;
}

/** A page that takes nothing for so many heartbeats is gone. */
const SILENT_BEATS = 3;
/** So little waits for a page that does not read; what comes after is remembered by its subject alone. */
const WAITING_BYTES = 1024;

/**
 * The stream to one page. However much happens while the page does not read, at most one event of each subject waits:
 * events say "look" and carry no data, so one of each says it all. It writes to the response itself: a stream in between, and
 * what joins the two, took a third of the memory that an open page took.
 */
export class EventStream<Look extends string> {
  readonly owner: StreamOwner;
  readonly #page: Writable;
  readonly #saying: Saying<Look>;
  readonly #waiting = new Set<Look>();
  #isFull = false;
  #isFlushDue = false;
  #isOver = false;
  #silentBeats = 0;

  /** @param retryMs how long the page waits before it connects again */
  constructor(owner: StreamOwner, retryMs: number, page: Writable, saying: Saying<Look>) {
    this.owner = owner;
    this.#saying = saying;
    this.#page = page;
    // A page that is gone is heard of by its `close`.
    page.on('error', ignore);
    this.#send(`retry: ${retryMs}\n\n`);
    this.beat();
  }

  /** Says that push is still connected. */
  beat(): void {
    if (!this.#isFull) return this.#send(`event: ${PUSH_EVENTS.heartbeat}\ndata:\n\n`);
    this.#silentBeats += 1;
    if (this.#silentBeats >= SILENT_BEATS) this.destroy();
  }

  look(subject: Look): void {
    this.#waiting.add(subject);
    if (this.#isFull || this.#isFlushDue) return;
    this.#isFlushDue = true;
    this.#saying.gather(() => this.#flush());
  }

  /** Because no one knows what was missed. */
  lookAtEverything(): void {
    for (const subject of this.#saying.everything) this.look(subject);
  }

  /** Ends the stream; what the page has to be told before is sent still. */
  end(): void {
    if (this.#isFull) return this.destroy();
    this.#flush();
    if (this.#isOver) return;
    this.#isOver = true;
    this.#page.end();
  }

  /** Ends it at once, read or not. */
  destroy(): void {
    this.#page.destroy();
  }

  #goOn(): void {
    this.#isFull = false;
    this.#silentBeats = 0;
    this.#flush();
  }

  #flush(): void {
    this.#isFlushDue = false;
    for (const subject of this.#waiting) {
      if (this.#isFull) return;
      this.#waiting.delete(subject);
      this.#send(`event: ${PUSH_EVENTS.look}\ndata: ${subject}\n\n`);
    }
  }

  #send(text: string): void {
    if (this.#isOver || this.#page.destroyed) return;
    this.#isFull = this.#page.writableLength + text.length >= WAITING_BYTES;
    if (!this.#isFull) this.#page.write(text);
    else this.#page.write(text, () => this.#goOn());
  }
}

function ignore(): void {
  // Nothing is left to say to this page.
}
