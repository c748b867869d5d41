import { expect, test } from 'vitest';
import { SharedCounters } from './shared-counters.ts';
import { readCounts, type SharedCount, type Siblings } from './siblings.ts';

/** Processes that hear each other, without processes. */
function createFamily(): () => Siblings {
  const listeners: { readonly own: number; readonly listener: (count: SharedCount) => void }[] = [];
  let members = 0;
  return () => {
    const own = (members += 1);
    return {
      tell: (count) => listeners.forEach((one) => one.own !== own && one.listener(count)),
      hear: (listener) => void listeners.push({ own, listener }),
    };
  };
}

test('what one process counts, each has counted once, and each of its own counters only', () => {
  const member = createFamily();
  const [one, other] = [member(), member()];
  const [here, there] = [one, other].map((siblings) => new SharedCounters('guesses', () => 0, 1000, siblings));
  const elsewhere = new SharedCounters('failed', () => 0, 1000, other);
  here?.add('key', 2);
  there?.add('key');
  expect([here?.read('key'), there?.read('key'), elsewhere.read('key')]).toEqual([3, 3, 0]);
});

test('what processes say otherwise is no count', () => {
  expect(readCounts('listening')).toBeNull();
  expect(readCounts({ order: 'leave' })).toBeNull();
  expect(readCounts({ counts: [{ of: 'guesses', key: 'a', amount: 1 }] })?.counts).toHaveLength(1);
});
