import { Writable } from 'node:stream';
import { EVENT_SUBJECTS } from '@vestibule/contracts';
import { describe, expect, test } from 'vitest';
import { EventStream } from './event-stream.ts';
import { PORTAL_STREAMS } from './kinds.ts';

const owner = { companyId: 'c', personId: 'p', sessionId: 's', expiresAt: new Date() };
const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

/** A page that takes what is written when it reads, as the connection to one does. */
class Page extends Writable {
  #arrived = '';
  #take: (() => void) | undefined;

  override _write(chunk: Buffer, _encoding: string, taken: () => void): void {
    this.#arrived += chunk.toString();
    this.#take = taken;
  }

  /** Everything that has been written since the last time. */
  read(): string {
    for (let take = this.#take; take !== undefined; take = this.#take) {
      this.#take = undefined;
      take();
    }
    const text = this.#arrived;
    this.#arrived = '';
    return text;
  }
}

function open(retryMs = 1000) {
  const page = new Page();
  return { page, stream: new EventStream(owner, retryMs, page, PORTAL_STREAMS) };
}

describe('the stream to one page', () => {
  test('begins with the time to wait before connecting again, and a heartbeat', () => {
    expect(open(1234).page.read()).toBe('retry: 1234\n\nevent: heartbeat\ndata:\n\n');
  });

  test('says what is published in one go once', async () => {
    const { page, stream } = open();
    page.read();
    for (let count = 0; count < 100; count += 1) stream.look('policy');
    stream.look('check-result');
    await nextTurn();
    expect(page.read()).toBe('event: look\ndata: policy\n\nevent: look\ndata: check-result\n\n');
    stream.look('policy');
    await nextTurn();
    expect(page.read()).toBe('event: look\ndata: policy\n\n');
  });

  test('keeps little for a page that does not read, and one event of each subject for when it does', async () => {
    const { page, stream } = open();
    for (let count = 0; count < 10_000; count += 1) {
      stream.look('check-result');
      await Promise.resolve();
    }
    expect(page.writableLength).toBeLessThan(2048);
    stream.lookAtEverything();
    const [before, after] = [page.read(), await nextTurn().then(() => page.read())];
    const last = before.slice(before.lastIndexOf('data: check-result')) + after;
    for (const subject of EVENT_SUBJECTS) {
      // A gap is no reason to have the computers of a whole company read again.
      expect(last.split(`data: ${subject}\n`)).toHaveLength(subject === 'check-again' ? 1 : 2);
    }
  });

  test('is given up for a page that reads nothing for three heartbeats', async () => {
    const { page, stream } = open();
    while (!isFull(page)) stream.beat();
    stream.beat();
    stream.beat();
    expect(page.destroyed).toBe(false);
    stream.beat();
    expect(page.destroyed).toBe(true);
  });

  test('is not given up for a page that reads again in time', async () => {
    const { page, stream } = open();
    for (let round = 0; round < 5; round += 1) {
      while (!isFull(page)) stream.beat();
      stream.beat();
      stream.beat();
      page.read();
      await nextTurn();
    }
    expect(page.destroyed).toBe(false);
  });

  test('ends after what it had to say, once, and says nothing after it', async () => {
    const { page, stream } = open();
    stream.look('session');
    stream.end();
    stream.end();
    stream.look('policy');
    stream.beat();
    await nextTurn();
    expect(page.read()).toMatch(/data: session\n\n$/);
    await nextTurn();
    expect(page.writableFinished).toBe(true);
  });
});

/** Whether so much waits already that heartbeats are not written any more. */
function isFull({ writableLength }: Page): boolean {
  return writableLength >= 1024;
}
