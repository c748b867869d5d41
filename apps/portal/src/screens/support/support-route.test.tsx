// @vitest-environment jsdom
import type { SecurityCheck } from '@vestibule/contracts';
import {
  answered,
  check,
  createCheckResult,
  failedCheck,
  type FakePorts,
  fakeSession,
  refused,
  said,
  unreachable,
} from '@vestibule/flows/testing';
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Icon } from '@vestibule/ui';
import { beforeEach, describe, expect, test } from 'vitest';
import { CONTACT, createPorts, openPage, USER } from '../../testing/open-page.tsx';

let ports: FakePorts;
beforeEach(() => {
  ports = createPorts();
  ports.onMessage('devices-v2/get-session-data', () => said({ session: fakeSession }));
});

function judge(securityChecks: readonly SecurityCheck[], isClientVersionUpToDate = true) {
  ports.onCall('checkResult', () =>
    answered(
      createCheckResult({
        securityChecks: [...securityChecks],
        deviceData: { clientVersion: '3.6.2', isClientVersionUpToDate },
        clientVersion: '3.6.2',
      }),
    ),
  );
}

const FIREWALL = failedCheck('FirewallEnable');
const UPDATES = failedCheck('OsAutoUpdateEnable', { isRequired: false, checkMessage: 'Automatic updates are off' });
const THREAT = failedCheck('NoActiveInfections', {
  isRequired: false,
  isSigninStopper: true,
  checkMessage: 'A threat',
});

async function block(name: string) {
  return within(await screen.findByRole('region', { name }));
}

async function termsOf(name: string) {
  return (await block(name)).getAllByRole('term').map(({ textContent }) => textContent);
}

test('does not say that there are no checks while it still asks for them', async () => {
  const { promise, resolve } = Promise.withResolvers<ReturnType<typeof said>>();
  ports.onMessage('get-device-name', () => promise);
  openPage('/support', { ports });
  await screen.findByRole('heading', { level: 1 });
  expect(screen.queryByText('No checks to show')).toBeNull();
  resolve(said({ id: 'i', deviceName: 'NADIA', clientVersion: '3.6.2' }));
  expect(await screen.findByText('No checks to show')).toBeDefined();
});

describe('the title', () => {
  test('[S2.074] is the number to call', async () => {
    openPage('/support', { ports });
    const heading = await screen.findByRole('heading', { level: 1, name: 'Call support at +1 800 555 0142' });
    expect(within(heading).getByRole('link').getAttribute('href')).toBe('tel:+18005550142');
  });
});

describe('a number to call', () => {
  const numbers = () => [...document.querySelectorAll('a[href^="tel:"]')].map((link) => link.getAttribute('href'));

  test('[S9.055, S9.056] is none of the page’s own: where the server names none, no digits are shown', async () => {
    for (const name of ['supportInfo', 'publicSupportInfo', 'supportPhone'] as const) {
      ports.onCall(name, () => unreachable);
    }
    openPage('/support', { ports });
    expect((await screen.findByRole('heading', { level: 1 })).textContent).not.toMatch(/\d/);
    await block('User');
    expect(numbers()).toEqual([]);
    expect(screen.queryByText('Phone')).toBeNull();
  });

  test('[S9.054] is the one that this host’s brand has, and no other', async () => {
    const phone = '+1 888 555 0100';
    const settings = await ports.server.call('settings', {});
    ports.onCall('settings', () =>
      settings.kind === 'answer'
        ? answered({ ...settings.body, company: { ...settings.body.company, supportPhone: '+49 30 555 0177' } })
        : settings,
    );
    for (const name of ['supportInfo', 'publicSupportInfo'] as const) {
      ports.onCall(name, () => answered({ ...CONTACT, phone, companyName: 'Partner', productName: 'Workplace' }));
    }
    openPage('/support', { ports });
    await screen.findByRole('heading', { level: 1, name: `Call support at ${phone}` });
    expect(new Set(numbers())).toEqual(new Set(['tel:+18885550100']));
  });
});

describe('the blocks', () => {
  test('[S2.075, S6.003] list the user, with the type as the server has it', async () => {
    openPage('/support', { ports });
    const labels = ['Company ID', 'Company name', 'User name', 'User ID', 'User log-in', 'User email', 'User type'];
    expect(await termsOf('User')).toEqual(labels);
    const values = (await block('User')).getAllByRole('definition').map(({ textContent }) => textContent);
    expect(values.at(-1)).toBe('Employee');
  });

  test('[S3.033] show device type 0 as a laptop, and any other as a desktop', async () => {
    const pictureOf = async (deviceType: number) => {
      ports.onCall('checkResult', () => answered(createCheckResult({ securityChecks: [check()], deviceType })));
      openPage('/support', { ports: { ...ports, server: { ...ports.server } } });
      const tag = await (await block('Computer')).findByText('Checks passed');
      const picture = tag.querySelector('svg')?.innerHTML;
      cleanup();
      return picture;
    };
    const drawn = (name: 'laptop' | 'desktop') => {
      const { container } = render(<Icon name={name} />);
      const picture = container.querySelector('svg')?.innerHTML;
      cleanup();
      return picture;
    };
    expect(await pictureOf(0)).toBe(drawn('laptop'));
    expect([await pictureOf(1), await pictureOf(3)]).toEqual([drawn('desktop'), drawn('desktop')]);
    expect(drawn('laptop')).not.toBe(drawn('desktop'));
  });

  test('[S2.076] list the computer', async () => {
    judge([check()]);
    openPage('/support', { ports });
    expect(await (await block('Computer')).findByText('NADIA-LT-0427')).toBeDefined();
    const labels = ['Computer name', 'Device login', 'OS version', 'Browser version', 'Workplace client version'];
    expect(await termsOf('Computer')).toEqual(labels);
  });

  test.each([
    ['S2.077', true, 'Up to date (3.6.2)'],
    ['S2.078', false, 'Out of date (3.6.2)'],
  ])('[%s] say of a client with isClientVersionUpToDate %s: %s', async (_id, isUpToDate, text) => {
    judge([check()], isUpToDate);
    openPage('/support', { ports });
    expect(await (await block('Computer')).findByText(text)).toBeDefined();
  });

  test.each([
    ['passed', [check()], 'Checks passed'],
    ['failed', [check(), UPDATES], 'Checks failed'],
  ])('[S2.079] show by icon and word that the computer %s', async (_name, checks, text) => {
    judge(checks);
    openPage('/support', { ports });
    const tag = await (await block('Computer')).findByText(text);
    expect(tag.querySelector('svg')).not.toBeNull();
  });

  test('[S2.084] list the support', async () => {
    openPage('/support', { ports });
    const labels = ['Phone', 'Phone hours', 'Email', 'Help center', 'Support Website'];
    expect(await termsOf('Support')).toEqual([...labels, 'Request support url', 'Share screen url']);
  });

  test.each([
    ['phone', 'Phone'],
    ['phoneHours', 'Phone hours'],
    ['email', 'Email'],
    ['helpCenterUrl', 'Help center'],
    ['supportWebSite', 'Support Website'],
    ['requestSupportUrl', 'Request support url'],
    ['shareScreenUrl', 'Share screen url'],
  ])('[S2.085] hide an empty %s', async (field, label) => {
    const contact = { ...CONTACT, [field]: '' };
    ports.onCall('supportInfo', () => answered(contact));
    ports.onCall('publicSupportInfo', () =>
      answered({ ...contact, companyName: 'Alderbrook', productName: 'Workplace' }),
    );
    ports.onCall('supportPhone', () => answered({ phone: '' }));
    openPage('/support', { ports });
    const terms = await termsOf('Support');
    expect(terms).toHaveLength(6);
    expect(terms).not.toContain(label);
  });
});

test('[S6.001, S6.003, S6.005] the type of a user is information: what it says changes nothing else', async () => {
  const pageWith = async (userType: string) => {
    ports.onCall('userDetails', () => answered({ ...USER, userType }));
    openPage('/support', { ports: { ...ports, server: { ...ports.server } } });
    await (await block('User')).findByText(userType);
    const page = screen.getByRole('main').textContent.replace(userType, '');
    cleanup();
    return page;
  };
  expect(await pageWith('Administrator')).toBe(await pageWith('Employee'));
});

describe('the lists of checks', () => {
  test('[S2.080, S2.081, S2.082] are headed by what they count', async () => {
    judge([FIREWALL, THREAT, UPDATES, check({ checkType: 'OSSupported' }), check({ checkType: 'KnownDevice' })]);
    openPage('/support', { ports });
    const rows = async (name: string) => within(await screen.findByRole('region', { name })).getAllByRole('listitem');
    expect(await rows('2 important security checks failed')).toHaveLength(2);
    expect(await rows('1 recommended security check failed')).toHaveLength(1);
    expect(await rows('2 security checks passed')).toHaveLength(2);
  });

  test.each([
    ['/support', '/device-check/'],
    ['/v2/support', '/device-check/v2'],
    ['/support?from=status', '/device-check/status'],
    ['/v2/support?from=status', '/device-check/v2/status'],
  ])('[S2.083] %s leads back to %s', async (path, back) => {
    openPage(path, { ports });
    expect((await screen.findByRole('link', { name: 'Try again' })).getAttribute('href')).toBe(back);
  });
});

test('[S5.024] what is typed is not judged by messages: an empty reason just cannot be sent', async () => {
  ports.onCall('temporaryAccessInfo', () =>
    answered({
      isTempAccessGranted: false,
      mayBeAsked: true,
      isAsked: false,
      expiresAt: null,
      refusal: null,
      caller: null,
    }),
  );
  openPage('/support', { ports });
  const field = await screen.findByRole('textbox', { name: 'Reason' });
  await userEvent.type(field, ' ');
  const button = screen.getByRole('button', { name: 'Ask for temporary access' });
  await userEvent.click(button);
  expect(button.getAttribute('aria-disabled')).toBe('true');
  expect(field.getAttribute('aria-invalid')).not.toBe('true');
  expect(field.hasAttribute('required')).toBe(false);
  expect(screen.queryByRole('alert')).toBeNull();
  expect(ports.calls.map(({ name }) => name)).not.toContain('askTemporaryAccess');
});

describe('what support says meanwhile', () => {
  const nothing = { isTempAccessGranted: false, mayBeAsked: true, isAsked: false, expiresAt: null, reason: null };
  const tell = (changes: object) =>
    ports.onCall('temporaryAccessInfo', () => answered({ ...nothing, refusal: null, caller: null, ...changes }));

  test('a number to read out shows because support asked for it', async () => {
    tell({ caller: { number: '4711', expiresAt: '2026-01-01T00:05:00.000Z' } });
    openPage('/support', { ports });
    expect(await screen.findByText('Your number for support: 4711')).toBeDefined();
    expect(screen.getByText('Your number for support: 4711.').getAttribute('role')).toBe('status');
  });

  test('a refusal is shown with its sentence, and one may ask again', async () => {
    tell({ refusal: 'Use the computer in the meeting room.' });
    ports.onCall('askTemporaryAccess', () => answered(null, 204));
    openPage('/support', { ports });
    expect(await screen.findByText('Use the computer in the meeting room.')).toBeDefined();
    await userEvent.type(screen.getByRole('textbox', { name: 'Reason' }), 'It is taken');
    await userEvent.click(screen.getByRole('button', { name: 'Ask for temporary access' }));
    expect(await screen.findByText('Temporary access was asked for')).toBeDefined();
    // A closed page does not go on.
    expect(
      screen.getByText(/Keep this page open: it continues automatically as soon as access is given\./),
    ).toBeDefined();
  });

  test('from the status page neither is asked for', async () => {
    tell({ caller: { number: '4711', expiresAt: '2026-01-01T00:05:00.000Z' } });
    openPage('/support?from=status', { ports });
    await screen.findByRole('heading', { level: 1 });
    await block('Support');
    expect(screen.queryByText(/4711/)).toBeNull();
    expect(ports.calls.map(({ name }) => name)).not.toContain('temporaryAccessInfo');
  });
});

describe('a failure is silent', () => {
  const answers = [
    ['refused', refused(401, 'not_signed_in')],
    ['unreachable', unreachable],
  ] as const;
  test.each(answers)('[S8.020] of the user details: %s', async (_name, answer) => {
    ports.onCall('userDetails', () => answer);
    openPage('/support', { ports });
    expect(await (await block('Support')).findByText('Phone')).toBeDefined();
    expect(screen.queryByRole('region', { name: 'User' })).toBeNull();
    expect(screen.queryByRole('alert')).toBeNull();
    expect(ports.visited).toEqual([]);
  });

  test.each(answers)('[S8.021] of the support phone: %s', async (_name, answer) => {
    ports.onCall('supportPhone', () => answer);
    openPage('/support', { ports });
    expect(await screen.findByRole('heading', { level: 1, name: /^Call support/ })).toBeDefined();
    expect(screen.queryByRole('alert')).toBeNull();
    expect(ports.visited).toEqual([]);
  });
});
