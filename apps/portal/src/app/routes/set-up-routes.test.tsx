// @vitest-environment jsdom
import { answered, failedWith, type FakePorts, said } from '@vestibule/flows/testing';
import { LIMITS } from '@vestibule/contracts';
import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { COMPANY, createPorts, openPage, USER_AGENTS } from '../testing/open-page.tsx';

let ports: FakePorts;
beforeEach(() => {
  ports = createPorts();
});

const heading = (name: string) => screen.findByRole('heading', { level: 1, name });
/** A computer on which nothing has been installed yet. */
const removeClient = () => ports.onMessage('get-device-name', () => failedWith('host-missing'));
const chooseMode = (mode: string) => ports.remembered.set('checkInfo', { mode, successUrl: null, failUrl: null });

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

  test('[S2.101] downloads by “Download”', async () => {
    removeClient();
    openPage('/download', { ports });
    await userEvent.click(await screen.findByRole('button', { name: 'Download' }));
    await expect.poll(() => ports.calls.map(({ name }) => name)).toContain('installerParameters');
  });
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
    removeClient();
    chooseMode(mode);
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
    removeClient();
    chooseMode('frontline');
    const answer = { ...COMPANY, workplaceAccessPolicy: 'Permissive', isSkippingOffered } as const;
    ports.onCall('companySettings', () => answered(answer));
    openPage('/download', { ports });
    await heading('Install Workplace on this computer');
    await screen.findAllByRole('link', { name: 'Privacy policy' });
    expect(screen.queryAllByRole('link', { name: 'Continue without Workplace' })).toHaveLength(times);
  });
});

describe('the download-started page', () => {
  test('[S2.103] says in steps what to do', async () => {
    openPage('/download-start', { ports });
    await heading('Now install Workplace');
    const steps = within(screen.getByRole('main')).getAllByRole('listitem');
    expect(steps[0]?.textContent).toContain('Open the file you just downloaded');
    expect(steps).toHaveLength(3);
  });

  test.each([
    ['S2.104', 'I installed Workplace successfully.'],
    ['S2.105', 'I could not install Workplace.'],
  ])('[%s, S2.106] Continue is disabled until “%s” is chosen', async (_id, choice) => {
    removeClient();
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
  const parameters = {
    url: 'https://gate.example/download/workplace-3.6.0-windows-x64.msi',
    params: { expires: '1800000000' },
    token: '1174.3q2-7wAb',
    deviceUserId: '48210',
  };
  const COMMAND = '"%ProgramFiles%\\Workplace\\workplace.cmd" install --token 1174.3q2-7wAb';

  beforeEach(() => {
    ports.isExtensionThere = false;
    removeClient();
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
    ports.remembered.set('downloadParameters', { url: parameters.url, params: parameters.params });
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

describe('the extension-ready page', () => {
  test.each([
    ['frontline', 'Start security scans'],
    ['mfa', 'Start security scans'],
    ['onboarding', 'Continue'],
    ['install', 'Continue'],
  ])('[S2.108, S2.109] in mode %s has the button “%s”', async (mode, name) => {
    chooseMode(mode);
    openPage('/extension-ready', { ports });
    expect(await heading('Workplace browser extension is enabled')).toBeDefined();
    await userEvent.click(within(screen.getByRole('main')).getByRole('button', { name }));
    expect(ports.visited).toEqual(['/']);
  });
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

describe('the app-installed page', () => {
  test('[S2.091, S2.092, S2.093] thanks, and names the two steps', async () => {
    openPage('/app-installed', { ports });
    expect(await heading('Thanks for installing Workplace')).toBeDefined();
    const steps = within(screen.getByRole('main')).getAllByRole('listitem');
    expect(steps.map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining('Find and launch Workplace'),
      expect.stringContaining('Enter your username and password'),
    ]);
  });
});
