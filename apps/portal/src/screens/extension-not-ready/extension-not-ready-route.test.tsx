// @vitest-environment jsdom
import { LIMITS } from '@vestibule/contracts';
import { failedWith, type FakePorts, said } from '@vestibule/flows/testing';
import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { createPorts, heading, openPage, SIGN_IN, USER_AGENTS } from '../../testing/open-page.tsx';

let ports: FakePorts;
beforeEach(() => {
  ports = createPorts();
});

describe('the extension-not-ready page', () => {
  test.each([
    ['chrome', 'Manage extensions', 'The switch is at the bottom right of its card.'],
    ['edge', 'Manage extensions', 'The switch is to the right of its name.'],
    ['firefox', 'Always Allow on', 'The switch is to the right of its name.'],
  ] as const)('[S2.110, S2.111] gives the instructions of %s', async (browser, first, second) => {
    openPage('/extension-not-ready', { ports, userAgent: USER_AGENTS[browser] });
    expect(await heading('Workplace browser extension is not enabled')).toBeDefined();
    const main = screen.getByRole('main').textContent;
    expect(main).toContain(first);
    expect(main).toContain(second);
  });

  test.each([
    ['safari12', 'Safari, Preferences, Extensions', 'Safari, Settings, Extensions'],
    ['safari13', 'Safari, Settings, Extensions', 'Safari, Preferences, Extensions'],
  ] as const)('[S2.114] %s gets the style of its version', async (browser, shown, hidden) => {
    openPage('/extension-not-ready', { ports, userAgent: USER_AGENTS[browser] });
    await heading('Workplace browser extension is not enabled');
    const main = screen.getByRole('main').textContent;
    expect(main).toContain(shown);
    expect(main).not.toContain(hidden);
  });

  test.each([
    ['where the application begins', 'https://desk.example/start', 'https://desk.example/start'],
    ['their own page', null, `${location.origin}/online/session-status`],
  ])('in Safari leads to another browser, to %s, and offers no extension', async (_, startUrl, link) => {
    ports.remembered.set('pageInfo', { ...SIGN_IN, mode: 'frontline', startUrl });
    const user = userEvent.setup();
    openPage('/extension-not-ready', { ports, userAgent: USER_AGENTS.safari13 });
    await screen.findByText(/^Safari has no extension of Workplace. Open your work app in Chrome or Edge/);
    expect(screen.queryByRole('link', { name: 'Install the extension' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Copy link for another browser' }));
    // The sign-in that waits here is this browser’s: in another one it would be over.
    expect(await navigator.clipboard.readText()).toBe(link);
  });

  test('says install first, and the switch second, with a link between them', async () => {
    ports.isExtensionThere = false;
    openPage('/extension-not-ready', { ports });
    await heading('Workplace browser extension is not enabled');
    const main = screen.getByRole('main').textContent;
    const order = ['Install it first:', 'Install the extension', 'Turn on its switch:', 'Manage extensions'];
    const places = order.map((words) => main.indexOf(words));
    expect(places.every((place) => place >= 0)).toBe(true);
    expect(places).toEqual(places.toSorted((left, right) => left - right));
  });

  test('names a private window, another profile and a policy among the causes', async () => {
    ports.isExtensionThere = false;
    openPage('/extension-not-ready', { ports });
    await heading('Workplace browser extension is not enabled');
    const main = screen.getByRole('main').textContent;
    expect(main).toContain('In a private window or another browser profile it stays off');
    expect(main).toContain('A policy of your company may say so.');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test.each([
    ['noData', 'Workplace cannot read the settings of this computer'],
    ['noKeys', 'The keys of this computer are missing'],
  ])('says of a client whose status is %s: %s', async (status, title) => {
    ports.onMessage('get-extension-status', () => said({ status }));
    ports.onMessage('get-client-device-key', () => failedWith('client-error'));
    openPage('/extension-not-ready', { ports });
    expect(await screen.findByRole('heading', { level: 1, name: title })).toBeDefined();
    expect(screen.queryByText('Workplace browser extension is not enabled')).toBeNull();
    const main = screen.getByRole('main').textContent;
    for (const other of ['Turning it on takes', 'Manage extensions', 'Install it first:', 'In a private window']) {
      expect(main).not.toContain(other);
    }
    expect(within(screen.getByRole('main')).getAllByText('Contact support')).toHaveLength(1);
    expect(screen.getByRole('button', { name: 'Reload page' })).toBeDefined();
  });

  test('says of a client that was silent for half a minute that it is missing, and nothing of the extension', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    ports.onMessage('get-extension-status', () => failedWith('host-missing'));
    openPage('/extension-not-ready', { ports });
    await heading('Workplace browser extension is not enabled');
    await act(() => vi.advanceTimersByTimeAsync(LIMITS.nativeAppMissingTimeoutMs));
    vi.useRealTimers();
    expect(await heading('Workplace itself is missing or not running')).toBeDefined();
    expect(document.title).toBe('Workplace itself is missing or not running – Alderbrook');
    const main = screen.getByRole('main');
    for (const other of ['is not enabled', 'Turning it on takes', 'Manage extensions', 'Install it first:']) {
      expect(main.textContent).not.toContain(other);
    }
    const install = within(main).getByRole('link', { name: 'Install Workplace' });
    expect(install.getAttribute('href')).toBe('/device-check/download');
    expect(within(main).getByRole('button', { name: 'Reload page' })).toBeDefined();
  });

  test('[S2.112, S2.113] reloads, or goes on', async () => {
    ports.isExtensionThere = false;
    openPage('/extension-not-ready', { ports });
    expect(await screen.findByRole('button', { name: 'Reload page' })).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'Continue' }));
    expect(ports.visited).toEqual(['/']);
  });
});
