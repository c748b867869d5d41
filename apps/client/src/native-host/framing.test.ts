import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createFrameReader, toFrame, writeFully } from './framing.ts';

const frameOf = (message: unknown) => toFrame(message) ?? Buffer.alloc(0);

test('messages arrive whole, however the stream is cut', () => {
  fc.assert(
    fc.property(fc.array(fc.jsonValue(), { maxLength: 5 }), fc.array(fc.integer({ min: 1, max: 9 })), (sent, cuts) => {
      const stream = Buffer.concat(sent.map(frameOf));
      const reader = createFrameReader();
      const received: string[] = [];
      for (let start = 0, turn = 0; start < stream.length; turn++) {
        const size = cuts[turn % Math.max(1, cuts.length)] ?? 3;
        received.push(...(reader.push(stream.subarray(start, start + size)) ?? []));
        start += size;
      }
      expect(received.map((text) => JSON.stringify(JSON.parse(text)))).toEqual(sent.map((one) => JSON.stringify(one)));
    }),
  );
});

test('a length that no message has ends the stream', () => {
  expect(createFrameReader().push(Buffer.from([0xff, 0xff, 0xff, 0x7f]))).toBeNull();
});

test('what a browser would not take is not sent', () => {
  expect(toFrame('x'.repeat(1_000_001))).toBeNull();
  expect(toFrame('x'.repeat(900_000))).not.toBeNull();
});

test('short writes and a full pipe lose nothing', () => {
  const written: number[] = [];
  let turn = 0;
  writeFully(9, Buffer.from('hello'), (_, bytes, offset) => {
    turn += 1;
    if (turn === 2) throw Object.assign(new Error('busy'), { code: 'EAGAIN' });
    written.push(bytes[offset] ?? 0);
    return 1;
  });
  expect(Buffer.from(written).toString()).toBe('hello');
});
