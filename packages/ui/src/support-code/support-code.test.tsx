// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { SupportCode } from './support-code.tsx';

afterEach(cleanup);

it('copies the code and says so', async () => {
  const user = userEvent.setup();
  render(<SupportCode code="7KQ-42M" copiedLabel="Copied" copyLabel="Copy support code" label="Support code" />);
  await user.click(screen.getByRole('button', { name: 'Copy support code' }));
  expect(await screen.findByRole('button', { name: 'Copied' })).toBeDefined();
  expect(await navigator.clipboard.readText()).toBe('7KQ-42M');
});
