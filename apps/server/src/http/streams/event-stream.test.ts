import { EVENT_SUBJECTS } from '@vestibule/contracts';
import { describe, expect, test } from 'vitest';
import { EventStream } from './event-stream.ts';

const owner = { companyId: 'c', personId: 'p', sessionId: 's', expiresAt: new Date() };
const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

/** Everything that has been written since the last time. */
function written({ body }: EventStream): string {
  body.setEncoding('utf8');
  let text = '';
  for (let chunk: unknown = body.read(); typeof chunk === 'string'; chunk = body.read()) text += chunk;
  return text;
}

describe('the stream to one page', () => {
  test('begins with the time to wait before connecting again, and a heartbeat', () => {
    expect(written(new EventStream(owner, 1234))).toBe('retry: 1234\n\nevent: heartbeat\ndata:\n\n');
  });

  test('says what is published in one go once', async () => {
    const stream = new EventStream(owner, 1000);
    written(stream);
    for (let count = 0; count < 100; count += 1) stream.look('policy');
    stream.look('check-result');
    await nextTurn();
    expect(written(stream)).toBe('event: look\ndata: policy\n\nevent: look\ndata: check-result\n\n');
    stream.look('policy');
    await nextTurn();
    expect(written(stream)).toBe('event: look\ndata: policy\n\n');
  });

  test('keeps little for a page that does not read, and one event of each subject for when it does', async () => {
    const stream = new EventStream(owner, 1000);
    for (let count = 0; count < 10_000; count += 1) {
      stream.look('check-result');
      await Promise.resolve();
    }
    expect(stream.body.readableLength).toBeLessThan(2048);
    stream.lookAtEverything();
    const [before, after] = [written(stream), await nextTurn().then(() => written(stream))];
    const last = before.slice(before.lastIndexOf('data: check-result')) + after;
    for (const subject of EVENT_SUBJECTS) {
      // A gap is no reason to have the computers of a whole company read again.
      expect(last.split(`data: ${subject}\n`)).toHaveLength(subject === 'check-again' ? 1 : 2);
    }
  });

  test('is given up for a page that reads nothing for three heartbeats', async () => {
    const stream = new EventStream(owner, 1000);
    while (!isFull(stream)) stream.beat();
    stream.beat();
    stream.beat();
    expect(stream.body.destroyed).toBe(false);
    stream.beat();
    expect(stream.body.destroyed).toBe(true);
  });

  test('is not given up for a page that reads again in time', async () => {
    const stream = new EventStream(owner, 1000);
    for (let round = 0; round < 5; round += 1) {
      while (!isFull(stream)) stream.beat();
      stream.beat();
      stream.beat();
      written(stream);
      await nextTurn();
    }
    expect(stream.body.destroyed).toBe(false);
  });

  test('ends after what it had to say, once, and says nothing after it', async () => {
    const stream = new EventStream(owner, 1000);
    stream.look('session');
    stream.end();
    stream.end();
    stream.look('policy');
    stream.beat();
    await nextTurn();
    expect(written(stream)).toMatch(/data: session\n\n$/);
    await nextTurn();
    expect(stream.body.readableEnded).toBe(true);
  });
});

/** Whether so much waits already that heartbeats are not written any more. */
function isFull({ body }: EventStream): boolean {
  return body.readableLength >= body.readableHighWaterMark;
}
