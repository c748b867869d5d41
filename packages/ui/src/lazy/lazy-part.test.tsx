// @vitest-environment jsdom
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { Suspense } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { lazyPart } from './lazy-part.tsx';

afterEach(cleanup);

const Greeting = ({ name }: { readonly name: string }) => <p>Hello {name}</p>;

it('is there once its script has come, and is asked for once', async () => {
  const load = vi.fn(() => Promise.resolve(Greeting));
  const Part = lazyPart(load);
  const page = () => (
    <Suspense fallback="one moment">
      <Part name="Nadia" />
    </Suspense>
  );
  const { rerender } = render(page());
  expect(screen.getByText('one moment')).toBeDefined();
  expect(await screen.findByText('Hello Nadia')).toBeDefined();
  rerender(page());
  expect(load).toHaveBeenCalledTimes(1);
});

it('leaves the page as it is when its script does not come, and comes with the next one', async () => {
  const load = vi.fn().mockRejectedValueOnce(new TypeError('Failed to fetch')).mockResolvedValue(Greeting);
  const Part = lazyPart<{ readonly name: string }>(load);
  const page = () => (
    <main>
      <p>The page</p>
      <Suspense fallback={<p>one moment</p>}>
        <Part name="Nadia" />
      </Suspense>
    </main>
  );
  const { rerender } = render(page());
  await waitFor(() => expect(screen.queryByText('one moment')).toBeNull());
  expect(screen.getByText('The page')).toBeDefined();
  expect(load).toHaveBeenCalledTimes(1);
  expect(screen.queryByText('Hello Nadia')).toBeNull();
  rerender(page());
  expect(await screen.findByText('Hello Nadia')).toBeDefined();
  expect(load).toHaveBeenCalledTimes(2);
});
