// @vitest-environment jsdom
import { answered, type FakePorts, refused, unreachable } from '@vestibule/flows/testing';
import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { CONTACT, createPorts, heading, openPage, removeClient } from '../../testing/open-page.tsx';

let ports: FakePorts;
beforeEach(() => {
  ports = createPorts();
});

const CONTINUE = { name: 'Continue with temporary access' };

test('[S2.094, S2.096] the skip-installation page is titled “Temporary Access Permitted”', async () => {
  openPage('/skip-installation', { ports });
  expect(await heading('Temporary Access Permitted')).toBeDefined();
  expect(within(screen.getByRole('main')).getByRole('button', CONTINUE)).toBeDefined();
});

test.each([
  ['requiredState', answered({ requiredState: 'InstallRequired' })],
  ['skipInstallation', refused(403, 'installation_required')],
] as const)(
  '[S2.095, S2.096] required by %s: “Workplace Installation Required”, and no way on',
  async (name, answer) => {
    ports.onCall(name, () => answer);
    openPage('/skip-installation', { ports });
    expect(await heading('Workplace Installation Required')).toBeDefined();
    expect(screen.queryByRole('button', CONTINUE)).toBeNull();
  },
);

test.each([
  ['skipping_not_allowed', 'You cannot continue without Workplace', 'link', 'Install Workplace'],
  ['skipping_used_up', 'You cannot continue without Workplace', 'link', 'Install Workplace'],
  ['policy_not_met', 'This computer needs a fix first', 'link', 'Back to the security check'],
  ['device_blocked', 'This computer is blocked', 'button', 'Try again'],
  ['request_malformed', 'You cannot continue without Workplace', 'button', 'Try again'],
] as const)('%s is told as what it is: “%s”, with a %s “%s”', async (code, title, role, name) => {
  removeClient(ports);
  ports.onCall('skipInstallation', () => refused(403, code));
  openPage('/skip-installation', { ports });
  expect(await heading(title)).toBeDefined();
  expect(screen.getByRole(role, { name })).toBeDefined();
  expect(screen.getAllByRole('link', { name: 'Contact support' }).length).toBeGreaterThan(0);
  expect(screen.queryByRole('button', CONTINUE)).toBeNull();
});

test('[S2.020, S4.057] opened without a work app it says so, and leads to the installation', async () => {
  removeClient(ports);
  ports.onCall('skipInstallation', () => refused(404, 'sign_in_unknown'));
  openPage('/skip-installation', { ports });
  expect(await heading('No work app is waiting')).toBeDefined();
  expect(screen.getByRole('link', { name: 'Install Workplace' })).toBeDefined();
});

test.each(['', '  '])('a product name that is blank (%j) counts as not set', async (productName) => {
  ports.onCall('publicSupportInfo', () => answered({ ...CONTACT, companyName: 'Alderbrook', productName }));
  ports.onCall('requiredState', () => answered({ requiredState: 'InstallRequired' }));
  openPage('/skip-installation', { ports });
  expect(await heading('Workplace Installation Required')).toBeDefined();
});

test('no answer is told as that, and tried again when the person says so', async () => {
  ports.onCall('skipInstallation', () => unreachable);
  openPage('/skip-installation', { ports });
  const again = await screen.findByRole('button', { name: 'Try again' });
  ports.onCall('skipInstallation', () =>
    answered({ actionUrl: 'https://a.example/', samlResponse: 'r', relayState: null }),
  );
  again.click();
  expect(await screen.findByRole('button', CONTINUE)).toBeDefined();
});

describe('where Workplace is installed and answers', () => {
  const toCheck = { name: 'Back to the security check' };

  test.each([
    ['skipping_not_allowed', 403, /Workplace is installed on this computer, so there is nothing to continue without/],
    ['skipping_used_up', 403, /Workplace is installed on this computer, so there is nothing to continue without/],
    ['sign_in_unknown', 404, /Workplace is installed here, so the security check follows/],
    ['installation_required', 403, /It is installed on this one: your work app opens after the security check/],
  ] as const)('%s asks no one to install it', async (code, status, sentence) => {
    ports.onCall('skipInstallation', () => refused(status, code));
    openPage('/skip-installation', { ports });
    expect(await screen.findByText(sentence)).toBeDefined();
    expect(screen.getByRole('link', toCheck).getAttribute('href')).toBe('/device-check/');
    expect(screen.queryByRole('link', { name: 'Install Workplace' })).toBeNull();
  });

  test('that is known as soon as it says its name, which a new tab does long before it has read this computer', async () => {
    ports.onMessage('get-extension-status', () => new Promise(() => undefined));
    ports.onCall('skipInstallation', () => refused(403, 'skipping_not_allowed'));
    openPage('/skip-installation', { ports });
    expect(await screen.findByText(/Workplace is installed on this computer/)).toBeDefined();
  });

  test('going on is going on without the check, and the check stands next to it', async () => {
    openPage('/skip-installation', { ports });
    expect(await screen.findByText(/You can go on without the security check this time/)).toBeDefined();
    expect(screen.getByRole('link', toCheck)).toBeDefined();
    expect(screen.queryByRole('link', { name: 'Install Workplace' })).toBeNull();
  });
});
