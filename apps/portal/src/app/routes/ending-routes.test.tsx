// @vitest-environment jsdom
import { answered, type FakePorts } from '@vestibule/flows/testing';
import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { createPorts, openPage, USER_AGENTS } from '../testing/open-page.tsx';

let ports: FakePorts;
beforeEach(() => {
  ports = createPorts();
});

const heading = (name: string) => screen.findByRole('heading', { level: 1, name });

describe('the compatibility page', () => {
  const list = (systems: readonly string[]) => ({
    supportedOs: systems.map((name, index) => ({ name, version: `${10 + index}` })),
    supportedBrowsers: [{ name: 'Chrome', version: '120' }],
  });
  const platform = (...systems: string[]) => {
    const versions = list(systems);
    return { frontline: versions, secureEnclave: versions, other: versions };
  };

  test('[S2.119, S2.120, S8.033] names what is wrong, and lists the supported versions of Mac and Windows', async () => {
    ports.onCall('supportedVersions', () => answered({ mac: platform('Sequoia'), windows: platform('Windows 11') }));
    openPage('/compatibility', { ports, userAgent: USER_AGENTS.firefox });
    expect(await heading('Unsupported operating system or browser')).toBeDefined();
    expect(await screen.findByText(/Sequoia/)).toBeDefined();
    expect(screen.getAllByText(/Windows 11/).length).toBeGreaterThan(0);
    expect(screen.getAllByText(/Chrome/).length).toBeGreaterThan(0);
  });

  test('[S2.121] links to the help center', async () => {
    openPage('/compatibility', { ports });
    const link = await screen.findByRole('link', { name: 'Open the help center' });
    await expect.poll(() => link.getAttribute('href')).toBe('https://help.example/');
  });
});

describe('the session-expired page', () => {
  test('[S2.123] asks to sign in again', async () => {
    openPage('/session-expired', { ports });
    expect(await heading('Your session timed out.')).toBeDefined();
    expect(screen.getByText('Please sign in into your work website or app again.')).toBeDefined();
  });

  test('[S2.124] in quick start has a link to start again instead', async () => {
    ports.remembered.set('checkInfo', { mode: 'quick-start', successUrl: null, failUrl: null });
    openPage('/session-expired', { ports });
    await heading('Your session timed out.');
    expect(screen.getByRole('link', { name: 'Start again' }).getAttribute('href')).toBe('/onboarding/signup');
    expect(screen.queryByText('Please sign in into your work website or app again.')).toBeNull();
  });
});

test('[S2.088] the temporary-access page reads “Redirecting to homepage...”', async () => {
  openPage('/temporary-access', { ports });
  expect(await heading('Redirecting to homepage...')).toBeDefined();
});

test('[S2.094] the skip-installation page is titled “Temporary Access Permitted”', async () => {
  openPage('/skip-installation', { ports });
  expect(await heading('Temporary Access Permitted')).toBeDefined();
  expect(
    within(screen.getByRole('main')).getByRole('button', { name: 'Continue with temporary access' }),
  ).toBeDefined();
});

test('a known computer whose client is silent is not sent through an installation', async () => {
  ports.remembered.set('deviceName', 'NADIA-LT-0427');
  ports.onMessage('get-device-name', () => ({ kind: 'failed', error: { code: 'host-stopped', message: 'stopped' } }));
  openPage('/firefox-extension', { ports, userAgent: USER_AGENTS.firefox });
  expect(await heading('Workplace is not answering')).toBeDefined();
});
