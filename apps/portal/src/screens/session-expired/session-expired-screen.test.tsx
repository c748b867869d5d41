// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { pageInfo } from '../../../gallery/page-info.ts';
import { renderWithTexts } from '@vestibule/texts/testing';
import { SessionExpiredScreen, type SessionExpiredScreenProps, type WayBack } from './session-expired-screen.tsx';

const LEAD = 'Please sign in into your work website or app again.';

function show(
  wayBack: WayBack,
  {
    keepsCookies = true,
    what = 'session-over',
  }: Partial<Pick<SessionExpiredScreenProps, 'keepsCookies' | 'what'>> = {},
) {
  renderWithTexts(<SessionExpiredScreen header={pageInfo} keepsCookies={keepsCookies} wayBack={wayBack} what={what} />);
}

it('reads as specified [S2.122] [S8.028] [S8.029]', () => {
  show({ kind: 'unknown' });
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Your session timed out.');
  expect(screen.getByText(LEAD)).toBeDefined();
  expect(screen.getByRole('link', { name: 'Contact support' })).toBeDefined();
  // Opened by itself it may be that the person is signed in: their own page says so.
  const own = screen.getByRole('link', { name: 'Your own page' });
  expect(own.getAttribute('href')).toBe('/online/session-status');
});

it('leads back to the application the person came from', () => {
  show({ kind: 'application', name: 'Alderbrook Mail', url: 'https://mail.alderbrook.example/' });
  const link = screen.getByRole('link', { name: 'Go to Alderbrook Mail' });
  expect(link.getAttribute('href')).toBe('https://mail.alderbrook.example/');
});

it('starts quick start again', () => {
  show({ kind: 'quick-start', url: '/signup' });
  expect(screen.queryByText(LEAD)).toBeNull();
  expect(screen.getByRole('link', { name: 'Start again' }).getAttribute('href')).toBe('/signup');
});

it.each([{ kind: 'unknown' }, { kind: 'quick-start', url: '/signup' }] as const)(
  'says what to do where the browser keeps no cookies: nothing timed out there (%j)',
  (wayBack) => {
    show(wayBack, { keepsCookies: false });
    expect(screen.getByText(/keeps no cookies for this site. Allow them/)).toBeDefined();
    expect(screen.queryByText(LEAD)).toBeNull();
  },
);

it.each([
  ['signed-in', 'You are signed in.', 'Your session has not ended.'],
  [
    'step-ended',
    'This step of the sign-in has ended.',
    'You are still signed in. Open your work website or app again.',
  ],
] as const)('speaks of no timeout while the session lives (%s), and leads on', (what, title, lead) => {
  show({ kind: 'application', name: 'Alderbrook Mail', url: 'https://mail.alderbrook.example/' }, { what });
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(title);
  expect(screen.getByText(lead)).toBeDefined();
  expect(screen.queryByText(LEAD)).toBeNull();
  expect(screen.getByRole('link', { name: 'Go to Alderbrook Mail' })).toBeDefined();
  expect(screen.getByRole('link', { name: 'Your own page' }).getAttribute('href')).toBe('/online/session-status');
});
