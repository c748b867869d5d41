// @vitest-environment jsdom
import { answered, failedWith, type FakePorts, said } from '@vestibule/flows/testing';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  chooseMode,
  COMPANY,
  createPorts,
  heading,
  openPage,
  removeClient,
  USER_AGENTS,
} from '../../testing/open-page.tsx';

let ports: FakePorts;
beforeEach(() => {
  ports = createPorts();
});

describe('the download page', () => {
  test('[S2.097] is titled “Install Workplace on this computer”', async () => {
    openPage('/v2/download', { ports });
    expect(await heading('Install Workplace on this computer')).toBeDefined();
  });

  test('[S2.098] as the updater is titled “Install Workplace on your computer”', async () => {
    openPage('/v2/download-updater', { ports });
    expect(await heading('Install Workplace on your computer')).toBeDefined();
  });

  test('[S2.099] shows the licence agreement in a modal', async () => {
    openPage('/download', { ports });
    await userEvent.click(await screen.findByRole('button', { name: 'Licence agreement' }));
    const dialog = await screen.findByRole('dialog', { name: 'Licence agreement' });
    expect(await within(dialog).findByText('You may install it.')).toBeDefined();
    await userEvent.click(within(dialog).getByRole('button', { name: 'Accept' }));
    expect(await screen.findByText(/^You accepted the licence agreement\./)).toBeDefined();
  });

  test('[S2.100] links to the company’s privacy policy', async () => {
    openPage('/download', { ports });
    const main = within(await screen.findByRole('main'));
    const link = await main.findByRole('link', { name: 'Privacy policy' });
    expect(link.getAttribute('href')).toBe('https://alderbrook.example/privacy');
  });

  test('says that none is accepted where the company has none', async () => {
    ports.onCall('companySettings', () => answered({ ...COMPANY, privacyPolicyUrl: null }));
    openPage('/download', { ports });
    await screen.findByRole('button', { name: 'Licence agreement' });
    expect(within(screen.getByRole('main')).queryByRole('link', { name: 'Privacy policy' })).toBeNull();
  });

  test('[S2.101] downloads by “Download”', async () => {
    removeClient(ports);
    openPage('/download', { ports });
    await userEvent.click(await screen.findByRole('button', { name: 'Download' }));
    await expect.poll(() => ports.calls.map(({ name }) => name)).toContain('installerParameters');
  });
});

test('in Safari, which has no extension, leads to another browser', async () => {
  ports.isExtensionThere = false;
  openPage('/download', { ports, userAgent: USER_AGENTS.safari13 });
  expect(
    await screen.findByText(/^Safari has no extension of Workplace. Open your work app in Chrome or Edge/),
  ).toBeDefined();
  expect(screen.queryByText(/^The browser extension is missing in this browser/)).toBeNull();
});

describe('a client that no installation mends by itself', () => {
  test('is told on the download page, in place of start, repair and reinstall', async () => {
    ports.remembered.set('deviceName', 'NADIA-LT-0427');
    ports.onMessage('get-device-name', () => failedWith('client-error'));
    ports.onMessage('get-extension-status', () => said({ status: 'noKeys' }));
    openPage('/download', { ports });
    expect((await screen.findByRole('alert')).textContent).toContain('The keys of this computer are missing');
    expect(await heading('Install Workplace on this computer')).toBeDefined();
  });
});

describe('going on without a download', () => {
  test.each([
    ['frontline', 'Permissive', true],
    ['mfa', 'Permissive', true],
    ['onboarding', 'Permissive', false],
    ['onboarding-v3', 'Permissive', false],
    ['frontline', 'Strict', false],
  ])('[S5.021] in mode %s under %s is offered: %s', async (mode, workplaceAccessPolicy, isOffered) => {
    removeClient(ports);
    chooseMode(ports, mode);
    ports.onCall('companySettings', () => answered({ ...COMPANY, workplaceAccessPolicy }));
    openPage('/download', { ports });
    await heading('Install Workplace on this computer');
    await screen.findAllByRole('link', { name: 'Privacy policy' });
    expect(screen.queryAllByRole('link', { name: 'Continue without Workplace' })).toHaveLength(isOffered ? 1 : 0);
  });

  test.each([
    [true, 1],
    [false, 0],
  ])('where the company lets people skip it (%s) is offered so many times: %i', async (isSkippingOffered, times) => {
    removeClient(ports);
    chooseMode(ports, 'frontline');
    const answer = { ...COMPANY, workplaceAccessPolicy: 'Permissive', isSkippingOffered } as const;
    ports.onCall('companySettings', () => answered(answer));
    openPage('/download', { ports });
    await heading('Install Workplace on this computer');
    await screen.findAllByRole('link', { name: 'Privacy policy' });
    expect(screen.queryAllByRole('link', { name: 'Continue without Workplace' })).toHaveLength(times);
  });
});
