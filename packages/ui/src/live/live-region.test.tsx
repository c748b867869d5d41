// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { LiveRegion } from './live-region.tsx';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

function spoken(): string | null {
  return screen.getByRole('status').textContent;
}

function pass(milliseconds: number) {
  act(() => {
    vi.advanceTimersByTime(milliseconds);
  });
}

it('speaks at most once per interval and ends with the newest text', () => {
  const { rerender } = render(<LiveRegion intervalMs={3000} text="1/16 Firewall" />);
  pass(0);
  rerender(<LiveRegion intervalMs={3000} text="2/16 Antivirus" />);
  pass(500);
  rerender(<LiveRegion intervalMs={3000} text="3/16 Updates" />);
  pass(500);
  expect(spoken()).toBe('1/16 Firewall');
  pass(2000);
  expect(spoken()).toBe('3/16 Updates');
});

it('lets every change through without an interval', () => {
  const { rerender } = render(<LiveRegion text="One" />);
  rerender(<LiveRegion text="Two" />);
  expect(spoken()).toBe('Two');
});
