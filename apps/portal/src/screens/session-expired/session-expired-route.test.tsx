// @vitest-environment jsdom
import { answered, type FakePorts } from '@vestibule/flows/testing';
import { screen } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { createPorts, heading, openPage, SIGN_IN } from '../../testing/open-page.tsx';

let ports: FakePorts;
beforeEach(() => {
  ports = createPorts();
});

test('tells a browser that keeps no cookies from a session that is over', async () => {
  vi.spyOn(navigator, 'cookieEnabled', 'get').mockReturnValue(false);
  openPage('/session-expired', { ports });
  expect(await screen.findByText(/keeps no cookies for this site/)).toBeDefined();
});

describe('while the session lives', () => {
  const openedAt = (path: string) =>
    vi
      .spyOn(performance, 'getEntriesByType')
      .mockReturnValue([{ name: `${location.origin}${path}` } as PerformanceEntry]);
  beforeEach(() => ports.onCall('mySession', () => answered({} as never)));

  test('opened by hand, the page says so', async () => {
    openedAt('/device-check/session-expired');
    openPage('/session-expired', { ports });
    expect(await heading('You are signed in.')).toBeDefined();
  });

  test('a step of a sign-in that led here has ended', async () => {
    openedAt('/device-check/');
    openPage('/session-expired', { ports });
    expect(await heading('This step of the sign-in has ended.')).toBeDefined();
    expect(screen.queryByText('Your session timed out.')).toBeNull();
  });
});

describe('the session-expired page', () => {
  test('[S2.123] asks to sign in again', async () => {
    openPage('/session-expired', { ports });
    expect(await heading('Your session timed out.')).toBeDefined();
    expect(screen.getByText('Please sign in into your work website or app again.')).toBeDefined();
  });

  test('[S1.029, S2.028, S2.124] in quick start has a link to sign up again instead', async () => {
    ports.remembered.set('checkInfo', { mode: 'quick-start', successUrl: null, failUrl: null });
    openPage('/session-expired', { ports });
    await heading('Your session timed out.');
    expect(screen.getByRole('link', { name: 'Start again' }).getAttribute('href')).toBe('/onboarding/signup');
    expect(screen.queryByText('Please sign in into your work website or app again.')).toBeNull();
  });
});

test.each([
  ['quick-start', 'frontline', true],
  ['frontline', 'quick-start', false],
] as const)(
  '[S2.124] a sign-in in mode %s, with a cookie of %s, has such a link: %s',
  async (mode, cookie, hasLink) => {
    ports.remembered.set('checkInfo', { mode: cookie, successUrl: null, failUrl: null });
    ports.remembered.set('pageInfo', { ...SIGN_IN, mode });
    openPage('/session-expired', { ports });
    await heading('Your session timed out.');
    expect(screen.queryAllByRole('link', { name: 'Start again' })).toHaveLength(hasLink ? 1 : 0);
  },
);
