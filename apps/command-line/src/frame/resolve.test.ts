import { describe, expect, test, vi } from 'vitest';
import { findDevice } from './resolve.ts';
import type { Run } from './run.ts';

/** A company with so many computers, in pages of two hundred. */
function companyWith(count: number): Run {
  const all = Array.from({ length: count }, (_, index) => {
    const tail = String(index).padStart(12, '0');
    const id = `${String(index).padStart(8, 'a')}-0000-4000-8000-${tail}`;
    return {
      id,
      deviceId: `${String(index).padStart(8, 'b')}-0000-4000-8000-${tail}`,
      name: `LT-${index}`,
      label: null,
    };
  });
  const ask = vi.fn(async (_call: string, { query }: { query: { after?: string } }) => {
    const from = Number(query.after ?? '0');
    const next = from + 200 < count ? String(from + 200) : null;
    return { devices: all.slice(from, from + 200), next, total: count };
  });
  return { ask } as unknown as Run;
}

describe('a computer', () => {
  test('is found by its id among all of a company, also the one seen last of hundreds', async () => {
    expect((await findDevice(companyWith(450), 'aaaaa449')).name).toBe('LT-449');
  });

  test('is found by the id that the audit log names', async () => {
    expect((await findDevice(companyWith(450), 'bbbbb310')).name).toBe('LT-310');
  });

  test('that there is not is not found', async () => {
    await expect(findDevice(companyWith(450), 'cccccccc')).rejects.toThrow('There is no computer cccccccc.');
  });
});
