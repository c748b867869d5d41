// @vitest-environment jsdom
import type { Modal } from '@vestibule/flows';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderWithTexts } from '@vestibule/texts/testing';
import { describe, expect, test, vi } from 'vitest';
import { under } from '../../../gallery/home-states.ts';
import { homeSurroundings } from '../../../gallery/home-surroundings.ts';
import { noActions } from '../../../gallery/no-actions.ts';
import { HomeScreen } from '../home/home-screen.tsx';

const OFFER = {
  kind: 'device-management',
  serviceName: 'Harbour Device Care',
  mayOptOut: true,
  can: [],
  cannot: [],
} as const;
const MODALS: readonly Modal[] = [
  { kind: 'support' },
  { ...OFFER, step: 'offering' },
  { kind: 'encryption', step: 'asking', way: 'turn-on' },
  { kind: 'eula' },
  { kind: 'instructions', topic: 'windows-update' },
];

function open(modal: Modal, changes: Partial<typeof homeSurroundings> = {}) {
  const modalActions = Object.fromEntries(Object.keys(noActions.modal).map((name) => [name, vi.fn()]));
  const actions = { ...noActions, modal: { ...noActions.modal, ...modalActions } };
  const screenOf = (shown: Modal | null) => (
    <HomeScreen {...homeSurroundings} {...changes} actions={actions} view={{ ...under(modal), modal: shown }} />
  );
  const { rerender } = renderWithTexts(screenOf(modal));
  return { actions: modalActions, show: (next: Modal | null) => rerender(screenOf(next)) };
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

describe('every modal', () => {
  test.each(MODALS)('[S2.070, S2.071] has a header and a Close button: $kind', async (modal) => {
    const { actions } = open(modal);
    // The first window of the file is loaded first, which takes its time on a busy computer.
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByRole('heading', { level: 2 }).textContent).not.toBe('');
    const [close] = dialog.getAllByRole('button', { name: 'Close' });
    if (close === undefined) throw new Error('There is no Close button.');
    await userEvent.click(close);
    expect(actions['close']).toHaveBeenCalledTimes(1);
  });

  test('is gone once it has faded out', async () => {
    const { show } = open({ kind: 'support' });
    await screen.findByRole('dialog');
    show(null);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});

describe('contact support', () => {
  test('[S1.023, S1.024, S2.062] names the number, the user, the company and the computer', async () => {
    open({ kind: 'support' });
    const dialog = within(await screen.findByRole('dialog', { name: 'Problems? Contact support' }));
    expect(dialog.getByRole('link', { name: '+1 800 555 0142' }).getAttribute('href')).toBe('tel:+18005550142');
    for (const value of ['Nadia Keller', 'Alderbrook', 'NADIA-LT-0427', '7KQ-42M']) {
      expect(dialog.getByText(value)).toBeDefined();
    }
  });
});

describe('device management', () => {
  test('[S2.063] offers to enroll, to be reminded and to opt out', async () => {
    const { actions } = open({ ...OFFER, step: 'offering' });
    await screen.findByRole('dialog', { name: 'Let Alderbrook manage this computer' });
    await press('Enroll this computer');
    await press('Remind me later');
    await press('Do not enroll');
    expect(actions['enroll']).toHaveBeenCalledTimes(1);
    expect(actions['remindLater']).toHaveBeenCalledTimes(1);
    expect(actions['optOut']).toHaveBeenCalledTimes(1);
  });

  test('promises what the company wrote, and nothing where it wrote nothing', async () => {
    open({ ...OFFER, can: ['Erase work data'], cannot: ['See your files'], step: 'offering' });
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual([
      'Alderbrook can',
      'Alderbrook cannot',
    ]);
    expect(dialog.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Erase work data',
      'See your files',
    ]);
    cleanup();
    open({ ...OFFER, step: 'offering' });
    await screen.findByRole('dialog');
    expect(screen.queryByText(/Alderbrook can/)).toBeNull();
  });

  test('has no opting out where the company forbids it', async () => {
    open({ ...OFFER, mayOptOut: false, step: 'offering' });
    await screen.findByRole('dialog');
    expect(screen.queryByRole('button', { name: 'Do not enroll' })).toBeNull();
  });

  test('[S4.031, S4.046] ends with “Enrollment completed.” and OK', async () => {
    const { actions } = open({ ...OFFER, step: 'enrolled' });
    const dialog = within(await screen.findByRole('dialog', { name: 'Device management service enrolled' }));
    expect(dialog.getByText('Enrollment completed.')).toBeDefined();
    await press('OK');
    expect(actions['finishEnrollment']).toHaveBeenCalledTimes(1);
  });
});

describe('the encryption alert', () => {
  const MINUTES = /about 15 minutes/;

  test('[S2.064, S4.050] says how long it takes, and goes on by Continue', async () => {
    const { actions, show } = open({ kind: 'encryption', step: 'asking', way: 'turn-on' });
    const dialog = within(await screen.findByRole('dialog', { name: 'Encrypt the hard drive' }));
    expect(dialog.getByText(/used space of a solid-state drive takes about 15 minutes/)).toBeDefined();
    expect(dialog.getByText(/opens the encryption settings of Windows/)).toBeDefined();
    await userEvent.click(dialog.getByRole('button', { name: 'Continue' }));
    expect(actions['continueEncryption']).toHaveBeenCalledTimes(1);
    show({ kind: 'encryption', step: 'running', way: 'turn-on' });
    expect(dialog.queryByRole('button', { name: 'Continue' })).toBeNull();
  });

  test('hands the focus on at each step: the button that was pressed is gone', async () => {
    const { show } = open({ kind: 'encryption', step: 'asking', way: 'turn-on' });
    await press('Continue');
    show({ kind: 'encryption', step: 'running', way: 'turn-on' });
    expect(document.activeElement?.textContent).toBe('Close');
    show({ kind: 'encryption', step: 'in-settings', way: 'turn-on' });
    expect(document.activeElement?.textContent).toBe('Close');
    await press('Open the settings again');
    show({ kind: 'encryption', step: 'encrypting', percent: 3 });
    expect(document.activeElement?.textContent).toBe('Close');
  });

  test.each([
    ['resume', 'windows', 'Resume the protection of the hard drive', /Continue resumes it at once/, false],
    ['activate', 'windows', 'Finish the encryption of the hard drive', /takes a minute/, true],
    ['turn-on', 'macos', 'Encrypt the hard drive', /Continue opens FileVault/, true],
  ] as const)('[S4.050] says 15 minutes only where it is so: %s on %s', async (way, system, name, does, hasKey) => {
    open({ kind: 'encryption', step: 'asking', way }, { system });
    const dialog = within(await screen.findByRole('dialog', { name }));
    expect(dialog.getByText(does)).toBeDefined();
    expect(dialog.queryByText(MINUTES)).toBeNull();
    expect(dialog.queryByText(/^Your company’s directory keeps the recovery key/) !== null).toBe(hasKey);
  });

  test.each([
    ['windows', /encryption settings of Windows are open/],
    ['macos', /FileVault is open/],
  ] as const)('[S4.051] with the settings open it says where it goes on: %s', async (system, where) => {
    const { actions } = open({ kind: 'encryption', step: 'in-settings', way: 'turn-on' }, { system });
    const dialog = within(await screen.findByRole('dialog', { name: 'Encrypt the hard drive' }));
    expect(dialog.getByText(where)).toBeDefined();
    await press('Open the settings again');
    expect(actions['continueEncryption']).toHaveBeenCalledTimes(1);
  });

  test('[S4.052] shows how far the system says it is, and makes nothing up where it does not', async () => {
    const { show } = open({ kind: 'encryption', step: 'encrypting', percent: 41.7 });
    const dialog = within(await screen.findByRole('dialog', { name: 'Encrypting the hard drive' }));
    const bar = dialog.getByRole('progressbar', { name: 'Encrypting the hard drive' });
    expect(bar.getAttribute('aria-valuenow')).toBe('41');
    expect(dialog.getByText('41% done')).toBeDefined();
    show({ kind: 'encryption', step: 'encrypting', percent: null });
    expect(dialog.queryByRole('progressbar')).toBeNull();
    expect(dialog.getByText('Windows does not say here how far it is.')).toBeDefined();
  });
});

describe('the licence agreement', () => {
  test('[S2.065] is shown and can be accepted', async () => {
    const { actions } = open({ kind: 'eula' });
    const dialog = within(await screen.findByRole('dialog', { name: 'Licence agreement' }));
    expect(dialog.getByText('You may use the program on this computer.')).toBeDefined();
    await press('Accept');
    expect(actions['acceptEula']).toHaveBeenCalledTimes(1);
  });

  test('[S2.055] of signed software says what is installed and whose it is, with the licence as it was written', async () => {
    const terms = {
      name: 'Fleet',
      version: '1.30',
      publisher: 'Fleet Inc.',
      size: 4_460_000,
      licence: 'Be <b>kind</b>.',
    };
    const { actions } = open({ kind: 'eula', software: 'fleet-1.30' }, { licence: { state: 'terms', terms } });
    const dialog = within(await screen.findByRole('dialog', { name: 'Licence agreement' }));
    expect(dialog.getByText(/^Fleet 1\.30 by Fleet Inc\., 4\.5 MB\. If you accept/)).toBeDefined();
    expect(dialog.getByText('Be <b>kind</b>.')).toBeDefined();
    await press('Accept');
    expect(actions['acceptEula']).toHaveBeenCalledTimes(1);
  });

  test('that cannot be read cannot be accepted', async () => {
    const { actions } = open({ kind: 'eula', software: 'fleet-1.30' }, { licence: { state: 'failed' } });
    await screen.findByText('The agreement could not be loaded. Close this window and open it again.');
    await press('Accept');
    expect(actions['acceptEula']).not.toHaveBeenCalled();
  });

  test('cannot be accepted before it has been loaded', async () => {
    const { actions } = open({ kind: 'eula' }, { licence: { state: 'loading' } });
    await screen.findByRole('dialog');
    await press('Accept');
    expect(actions['acceptEula']).not.toHaveBeenCalled();
  });
});

describe('instructions', () => {
  test('[S2.067, S2.068, S2.069] for Windows auto-update have a tab for each Windows, and take a minute', async () => {
    open({ kind: 'instructions', topic: 'windows-update' });
    const dialog = within(await screen.findByRole('dialog', { name: 'Turn on automatic updates' }));
    expect(dialog.getByText('1 minute setup')).toBeDefined();
    const tabs = dialog.getAllByRole('tab').map(({ textContent }) => textContent);
    expect(tabs).toEqual(['Windows 10', 'Windows 8.1', 'Windows 7']);
    expect(dialog.getByRole('tabpanel').textContent).toContain('Advanced options');
    await userEvent.click(dialog.getByRole('tab', { name: 'Windows 7' }));
    expect(dialog.getByRole('tabpanel').textContent).toContain('Change settings');
  });

  test.each([
    ['windows', ['ms-settings:windowsupdate']],
    ['macos', []],
  ] as const)('on %s the settings are opened by %j', async (system, hrefs) => {
    open({ kind: 'instructions', topic: 'windows-update' }, { system });
    const dialog = within(await screen.findByRole('dialog', { name: 'Turn on automatic updates' }));
    expect(dialog.queryAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(hrefs);
    await userEvent.click(dialog.getByRole('tab', { name: 'Windows 7' }));
    expect(dialog.queryAllByRole('link')).toHaveLength(0);
  });

  test.each([
    ['windows', 'On resume, display logon screen'],
    ['macos', 'Lock Screen'],
  ] as const)('[S2.066] for the screen saver are those of %s', async (system, words) => {
    open({ kind: 'instructions', topic: 'screen-saver' }, { system });
    const dialog = await screen.findByRole('dialog', { name: 'Turn on the screen saver' });
    expect(dialog.textContent).toContain(words);
    expect(within(dialog).getAllByRole('listitem')).toHaveLength(3);
  });
});
