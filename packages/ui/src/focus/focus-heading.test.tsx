// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { FocusHeading } from './focus-heading.tsx';

afterEach(cleanup);

it('takes focus when the screen changes, not on the first one and not when only its text changes', () => {
  const { rerender } = render(<FocusHeading screen="checking">Connecting…</FocusHeading>);
  expect(document.activeElement).toBe(document.body);

  rerender(<FocusHeading screen="checking">Scanning Computer…</FocusHeading>);
  expect(document.activeElement).toBe(document.body);

  rerender(<FocusHeading screen="issues">Resolve compliance issues</FocusHeading>);
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
});
