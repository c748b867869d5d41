// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { pageInfo } from '../../../gallery/page-info.ts';
import { renderWithTexts } from '@vestibule/texts/testing';
import { UserBlockedScreen } from './user-blocked-screen.tsx';

it('reads as specified and leads to support [S2.090]', () => {
  renderWithTexts(<UserBlockedScreen header={pageInfo} isLooking={false} onTryAgain={() => undefined} />);
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Account access blocked');
  expect(
    screen.getByText(
      'Your account was disabled by support. This can happen when suspicious activity has been detected. Please contact support to find out more.',
    ),
  ).toBeDefined();
  expect(screen.getAllByRole('link', { name: 'Contact support' })[0]?.getAttribute('href')).toBe(
    pageInfo.links.support,
  );
});
