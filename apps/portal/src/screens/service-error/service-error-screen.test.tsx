// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { pageInfo } from '../../../gallery/page-info.ts';
import { renderWithTexts } from '@vestibule/texts/testing';
import { ServiceErrorScreen } from './service-error-screen.tsx';

it('reads as specified and can be tried again [S2.086] [S2.087]', async () => {
  const onTryAgain = vi.fn();
  renderWithTexts(<ServiceErrorScreen header={pageInfo} isTrying={false} onTryAgain={onTryAgain} triesByItself />);
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe("We're experiencing connection issues");
  expect(screen.getByText('Please try again later.')).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(onTryAgain).toHaveBeenCalledTimes(1);
});

it('takes no second press while it tries, and offers support', async () => {
  const onTryAgain = vi.fn();
  renderWithTexts(<ServiceErrorScreen header={pageInfo} isTrying onTryAgain={onTryAgain} triesByItself={false} />);
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(onTryAgain).not.toHaveBeenCalled();
  expect(screen.getByRole('link', { name: 'Contact support' })).toBeDefined();
});
