// @vitest-environment jsdom
import { type FakePorts } from '@vestibule/flows/testing';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test } from 'vitest';
import { createPorts, heading, openPage, USER_AGENTS } from '../../testing/open-page.tsx';

let ports: FakePorts;
beforeEach(() => {
  ports = createPorts();
});

describe('the Firefox extension page', () => {
  test('[S2.115, S2.116] Continue follows the install link', async () => {
    ports.isExtensionThere = false;
    openPage('/firefox-extension', { ports, userAgent: USER_AGENTS.firefox });
    expect(await heading('Workplace Browser Extension is not enabled.')).toBeDefined();
    const link = await screen.findByRole('link', { name: 'Install the extension' });
    await expect.poll(() => link.getAttribute('href')).toBe('https://store.example/firefox');
    const button = screen.getByRole('button', { name: 'Continue' });
    expect(button.getAttribute('aria-disabled')).toBe('true');
    await userEvent.click(link);
    expect(button.getAttribute('aria-disabled')).toBe('false');
  });
});

test('a known computer whose client is silent is not sent through an installation', async () => {
  ports.remembered.set('deviceName', 'NADIA-LT-0427');
  ports.onMessage('get-device-name', () => ({ kind: 'failed', error: { code: 'host-stopped', message: 'stopped' } }));
  openPage('/firefox-extension', { ports, userAgent: USER_AGENTS.firefox });
  expect(await heading('Workplace is not answering')).toBeDefined();
});
