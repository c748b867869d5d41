// @vitest-environment jsdom
import { answered, type FakePorts } from '@vestibule/flows/testing';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test } from 'vitest';
import { createPorts, heading, openPage, removeClient, USER_AGENTS } from '../../testing/open-page.tsx';

let ports: FakePorts;
const parameters = {
  url: 'https://gate.example/download/workplace-3.6.0-windows-x64.msi',
  params: { expires: '1800000000' },
  token: '1174.3q2-7wAb',
  deviceUserId: '48210',
};
beforeEach(() => {
  ports = createPorts();
  ports.remembered.set('downloadParameters', { url: parameters.url, params: parameters.params });
});

describe('the download-started page', () => {
  test('[S2.103] says in steps what to do', async () => {
    openPage('/download-start', { ports });
    await heading('Now install Workplace');
    const steps = within(screen.getByRole('main')).getAllByRole('listitem');
    expect(steps[0]?.textContent).toContain('Open the file you just downloaded');
    expect(steps).toHaveLength(3);
  });

  test('[S2.107] starts the download again by “Restart your download”', async () => {
    ports.onCall('installerParameters', () =>
      answered({ url: 'https://gate.example/download/a.deb', params: {}, token: null, deviceUserId: '48210' }),
    );
    removeClient(ports);
    openPage('/download-start', { ports });
    await userEvent.click(await screen.findByRole('button', { name: 'Restart your download' }));
    await expect.poll(() => ports.downloaded).toEqual(['https://gate.example/download/a.deb']);
    expect(ports.visited).toEqual([]);
  });

  test('opened by itself says of no download that it has started, and offers one', async () => {
    ports.remembered.delete('downloadParameters');
    openPage('/download-start', { ports });
    await heading('Now install Workplace');
    const main = within(screen.getByRole('main'));
    expect(main.getAllByRole('listitem')[0]?.textContent).toContain('No download has started here yet');
    expect(main.getByRole('link', { name: 'Download page' }).getAttribute('href')).toBe('/device-check/download');
    for (const other of [/has started\./, /Restart your download/]) expect(main.queryByText(other)).toBeNull();
    expect(main.getByRole('radio', { name: 'I installed Workplace successfully.' })).toBeDefined();
  });

  test.each([
    ['S2.104', 'I installed Workplace successfully.'],
    ['S2.105', 'I could not install Workplace.'],
  ])('[%s, S2.106] Continue is disabled until “%s” is chosen', async (_id, choice) => {
    removeClient(ports);
    openPage('/download-start', { ports });
    const button = await screen.findByRole('button', { name: 'Continue' });
    expect(button.getAttribute('aria-disabled')).toBe('true');
    await userEvent.click(button);
    expect(ports.visited).toEqual([]);
    await userEvent.click(screen.getByRole('radio', { name: choice }));
    expect(button.getAttribute('aria-disabled')).toBe('false');
    await userEvent.click(button);
    await expect.poll(() => ports.visited).toHaveLength(1);
  });
});

describe('a computer whose browser takes no extension', () => {
  const COMMAND = '"%ProgramFiles%\\Workplace\\workplace.cmd" install --token 1174.3q2-7wAb';

  beforeEach(() => {
    ports.isExtensionThere = false;
    removeClient(ports);
  });

  test('[S4.008] gets on Edge its program without one', async () => {
    ports.onCall('installerParameters', () => answered(parameters));
    openPage('/download', { ports, userAgent: USER_AGENTS.edge });
    await userEvent.click(await screen.findByRole('button', { name: 'Download for use without the extension' }));
    await expect.poll(() => ports.visited).toEqual(['/download-start']);
  });

  test('is offered nothing of the kind elsewhere', async () => {
    openPage('/download', { ports });
    await heading('Install Workplace on this computer');
    expect(screen.queryByRole('button', { name: /without the extension/ })).toBeNull();
  });

  test('is told the command with its token, to be copied, and when that is over; no address has it', async () => {
    const user = userEvent.setup();
    ports.remembered.set('deviceToken', parameters.token);
    openPage('/download-start', { ports, userAgent: USER_AGENTS.edge });
    const code = await screen.findByText(COMMAND);
    expect(code.closest('details')?.open).toBe(true);
    await user.click(screen.getByRole('button', { name: 'Copy command' }));
    expect(await navigator.clipboard.readText()).toBe(COMMAND);
    expect(screen.getByRole('button', { name: 'Copied' })).toBeDefined();
    expect(screen.getByText(/^It works once, until .*2027/)).toBeDefined();
    expect(location.href).not.toContain(parameters.token);
    for (const link of screen.getAllByRole('link')) expect(link.getAttribute('href')).not.toContain(parameters.token);
  });

  test('is shown no command while there is no token', async () => {
    openPage('/download-start', { ports, userAgent: USER_AGENTS.edge });
    await heading('Now install Workplace');
    expect(screen.queryByText(/--token/)).toBeNull();
  });
});
