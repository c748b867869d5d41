// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { Suspense, useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { lazyPart } from './lazy-part.tsx';
import { LostScriptContext, LostWindow, type LostWindowProps } from './lost-window.tsx';

afterEach(cleanup);

it('a window whose script does not come is closed, the page is told once, and the window comes when it is there', async () => {
  const load = vi
    .fn()
    .mockRejectedValueOnce(new TypeError('Failed to fetch'))
    .mockResolvedValue(({ isOpen }: LostWindowProps) => (isOpen ? <p>The window</p> : null));
  const Window = lazyPart<LostWindowProps>(load, LostWindow);
  const tellLost = vi.fn();
  function Page() {
    const [isOpen, setOpen] = useState(false);
    return (
      <LostScriptContext value={tellLost}>
        <button onClick={() => setOpen(true)} type="button">
          {isOpen ? 'Open' : 'Closed'}
        </button>
        <Suspense>{isOpen && <Window isOpen={isOpen} onClose={() => setOpen(false)} />}</Suspense>
      </LostScriptContext>
    );
  }
  render(<Page />);
  screen.getByRole('button', { name: 'Closed' }).click();
  await screen.findByRole('button', { name: 'Open' });
  await screen.findByRole('button', { name: 'Closed' });
  expect(tellLost).toHaveBeenCalledTimes(1);
  screen.getByRole('button', { name: 'Closed' }).click();
  expect(await screen.findByText('The window')).toBeDefined();
  expect(tellLost).toHaveBeenCalledTimes(1);
});
