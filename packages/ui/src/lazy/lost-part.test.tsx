// @vitest-environment jsdom
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { Suspense } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { lazyPart } from './lazy-part.tsx';
import { LostPart, type LostPartProps } from './lost-part.tsx';
import { LostScriptContext } from './lost-window.tsx';

afterEach(cleanup);

it('tells the page and anyone who opened it that the script of a part did not come', async () => {
  const [tellLost, onClose] = [vi.fn(), vi.fn()];
  const Part = lazyPart<LostPartProps>(() => Promise.reject(new TypeError('Failed to fetch')), LostPart);
  render(
    <LostScriptContext value={tellLost}>
      <p>The page</p>
      <Suspense>
        <Part onClose={onClose} />
      </Suspense>
    </LostScriptContext>,
  );
  await waitFor(() => expect(tellLost).toHaveBeenCalledTimes(1));
  expect(onClose).toHaveBeenCalledTimes(1);
  expect(screen.getByText('The page')).toBeDefined();
});
