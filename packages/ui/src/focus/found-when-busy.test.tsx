// @vitest-environment jsdom
import { render, screen } from '@testing-library/react';
import { useEffect, useState } from 'react';
import { expect, test, vi } from 'vitest';

const BUSY_MS = 5;

function Late() {
  const [isThere, setIsThere] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsThere(true), 1);
    return () => clearTimeout(timer);
  }, []);
  useEffect(() => {
    if (isThere) document.title = 'It is there';
  }, [isThere]);
  return isThere ? <p>Found</p> : null;
}

// The set-up of all page tests sees to it (`tools/setup/fresh-page.ts`).
test('on a busy machine, too, what is found has had its effects', async () => {
  const { setTimeout: start } = globalThis;
  // Another program has the processor: the timer is due before React has had its turn.
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(
    Object.assign((...timer: Parameters<typeof start>) => {
      const started = start(...timer);
      for (const end = performance.now() + BUSY_MS; performance.now() < end; );
      return started;
    }, start),
  );
  render(<Late />);
  await screen.findByText('Found');
  expect(document.title).toBe('It is there');
});
