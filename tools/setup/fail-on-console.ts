import { afterEach, beforeEach, expect, vi } from 'vitest';

/**
 * A test that makes the console complain fails, so that warnings of React and of Node are mended when they appear. A
 * test that expects a complaint puts its own spy in place: `vi.spyOn(console, 'error').mockImplementation(() => {})`.
 */
const complaints: string[] = [];

function listen(method: 'error' | 'warn'): void {
  vi.spyOn(console, method).mockImplementation((...parts: unknown[]) => {
    complaints.push(`console.${method}: ${parts.map(String).join(' ')}`);
  });
}

beforeEach(() => {
  complaints.length = 0;
  listen('error');
  listen('warn');
});

afterEach(() => {
  expect(complaints, 'The console stays silent during a test').toEqual([]);
});
