import { beforeEach, describe, expect, test } from 'vitest';
import { createShortMemory, type ShortMemory } from './short-memory.ts';

const KEPT_FOR_MS = 2000;
const MAXIMUM = 3;

let time: number;
let asked: string[];
let memory: ShortMemory<string>;

beforeEach(() => {
  time = 0;
  asked = [];
  memory = createShortMemory({ elapsedMs: () => time, keptForMs: KEPT_FOR_MS, maximum: MAXIMUM });
});

function recall(key: string, answer: string | null = key): Promise<string | null> {
  return memory.recall(key, async () => {
    asked.push(key);
    return answer;
  });
}

describe('a short memory', () => {
  test('asks once, also of questions at once, until the answer is too old', async () => {
    expect(await Promise.all([recall('a'), recall('a')])).toEqual(['a', 'a']);
    time = KEPT_FOR_MS - 1;
    await recall('a');
    expect(asked).toEqual(['a']);
    time = KEPT_FOR_MS;
    await recall('a');
    expect(asked).toEqual(['a', 'a']);
  });

  test('keeps nothing of what is not there, however often and for whatever anybody asks', async () => {
    for (let index = 0; index < 100; index += 1) expect(await recall(`nobody-${index}`, null)).toBeNull();
    expect(memory.size()).toBe(0);
    expect(await recall('late', null)).toBeNull();
    expect(await recall('late', 'here now')).toBe('here now');
  });

  test('keeps nothing of a failure', async () => {
    await expect(memory.recall('a', () => Promise.reject(new Error('The database is away.')))).rejects.toThrow('away');
    expect(memory.size()).toBe(0);
    expect(await recall('a')).toBe('a');
  });

  test('never holds more than its maximum', async () => {
    for (let index = 0; index < 50; index += 1) {
      await recall(`company-${index}`);
      expect(memory.size()).toBeLessThanOrEqual(MAXIMUM);
    }
    expect(await recall('company-49')).toBe('company-49');
  });

  test('forgets everything at once', async () => {
    await recall('a');
    memory.forget();
    await recall('a');
    expect(asked).toEqual(['a', 'a']);
  });
});
