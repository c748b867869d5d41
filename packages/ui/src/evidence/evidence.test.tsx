// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { Evidence } from './evidence.tsx';

afterEach(cleanup);

it('opens and closes what was found', async () => {
  render(<Evidence entries={[{ label: 'Found', value: 'Off', kind: 'found' }]} label="What we found" />);
  const button = screen.getByRole('button', { name: 'What we found', expanded: false });
  expect(screen.queryByRole('term')).toBeNull();

  await userEvent.click(button);
  expect(button.getAttribute('aria-expanded')).toBe('true');
  expect(screen.getByRole('term').textContent).toBe('Found');
  expect(screen.getByRole('definition').textContent).toBe('Off');

  await userEvent.click(button);
  expect(screen.queryByRole('term')).toBeNull();
});
