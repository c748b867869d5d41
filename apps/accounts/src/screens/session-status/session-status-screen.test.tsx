// @vitest-environment jsdom
import {
  endOtherSessionCall,
  giveSecondFactorCall,
  mySessionCall,
  removeSecondFactorCall,
  secondFactorsCall,
  signInOptionsCall,
  signOutCall,
  signOutEverywhereCall,
} from '@vestibule/contracts';
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { type FakePortsOptions, given, Refused } from '../../testing/fake-ports.ts';
import { company, device, mySession, passkeyFactor, secondFactors, totpFactor } from '../../testing/samples.ts';
import { show } from '../../testing/show.tsx';

interface Opening {
  readonly session?: Partial<typeof mySession>;
  readonly factors?: Partial<typeof secondFactors>;
  readonly answers?: FakePortsOptions['answers'];
  readonly query?: string;
}

async function open({ session = {}, factors = {}, answers = [], query = '' }: Opening = {}) {
  const ports = show({
    address: `/online/session-status${query}`,
    answers: [
      ...answers,
      given(signInOptionsCall, company),
      given(mySessionCall, { ...mySession, ...session }),
      given(secondFactorsCall, { ...secondFactors, ...factors }),
    ],
  });
  await screen.findByRole('heading', { level: 1, name: 'You are signed in' });
  return ports;
}

const region = (name: string) => within(screen.getByRole('region', { name }));
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

describe('what it shows', () => {
  it('says who is signed in, and until when', async () => {
    await open({ session: { role: 'auditor' } });
    expect(screen.getByText('Nadia Keller, Alderbrook')).toBeDefined();
    const about = region('About you');
    const values = about.getAllByRole('definition').map(({ textContent }) => textContent);
    expect(values.slice(0, 5)).toEqual([
      'Nadia Keller',
      'nadia',
      'nadia.keller@alderbrook.example',
      'Alderbrook',
      'Auditor',
    ]);
  });

  it('leads who has a role to the console, and no one else', async () => {
    await open({ session: { role: 'auditor' } });
    expect(screen.getByRole('link', { name: 'Open the console' }).getAttribute('href')).toBe('/console/');
    cleanup();
    await open();
    expect(screen.queryByRole('link', { name: 'Open the console' })).toBeNull();
  });

  it('goes on to the page of the console that asked for the sign-in, after the company’s own one', async () => {
    const { visited } = show({
      address: '/online/session-status',
      kept: '/console/people',
      answers: [given(mySessionCall, mySession), given(secondFactorsCall, secondFactors)],
    });
    await expect.poll(() => visited).toEqual(['/console/people']);
  });

  it('asks before it signs anyone out because an application says so', async () => {
    await open({ query: '?asked=sign-out' });
    expect(screen.getByText('An application asks to sign you out')).toBeDefined();
    cleanup();
    await open();
    expect(screen.queryByText('An application asks to sign you out')).toBeNull();
  });

  it('has a start link for each application, and none for an address that is no page', async () => {
    const applications = [...mySession.applications, { id: 'x', name: 'Evil', startUrl: 'javascript:alert(1)' }];
    await open({ session: { applications } });
    const links = region('Your applications').getAllByRole('link');
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      'https://mail.alderbrook.example/start',
      'https://claims.alderbrook.example/start',
      'https://time.alderbrook.example/',
    ]);
  });

  it.each([
    [
      { complianceStatus: 'NotCompliant', failedChecks: 3, unreadChecks: 4 },
      '3 security checks failed on NADIA-LT-0427',
      '4 more could not be checked. The page of the check shows each of them and what to do.',
    ],
    [
      { complianceStatus: 'NotCompliant', failedChecks: 1 },
      '1 security check failed on NADIA-LT-0427',
      'The page of the check shows each of them and what to do.',
    ],
    [
      { complianceStatus: 'NotCompliant', unreadChecks: 1 },
      '1 thing could not be checked on NADIA-LT-0427',
      'The page of the check shows each of them and what to do.',
    ],
    [
      { failedChecks: 2, unreadChecks: 1 },
      'NADIA-LT-0427 meets what your company asks for',
      / 2 recommended checks failed. 1 could not be checked\.$/,
    ],
    [
      { unreadChecks: 4 },
      'NADIA-LT-0427 meets what your company asks for',
      /^Checked [^.]*\. 4 could not be checked\.$/,
    ],
  ] as const)('counts what failed apart from what could not be checked: %j', async (found, title, sentence) => {
    await open({ session: { device: { ...device, ...found } } });
    expect(region('This computer').getByText(title)).toBeDefined();
    expect(region('This computer').getByText(sentence)).toBeDefined();
  });

  it('says so when there is nothing yet', async () => {
    await open({
      session: { applications: [], otherSessions: [], device: null },
      factors: { factors: [], recoveryCodesLeft: 0, isRequired: false },
    });
    expect(screen.getByText('No applications yet')).toBeDefined();
    expect(screen.getByText('No other sessions')).toBeDefined();
    expect(screen.getByText('No second factor yet')).toBeDefined();
    expect(screen.getByRole('link', { name: 'Check this computer' }).getAttribute('href')).toBe('/device-check/');
  });

  it('says that the check of this computer is still missing', async () => {
    await open({ session: { session: { ...mySession.session, isDeviceCheckOutstanding: true } } });
    expect(screen.getByText('Check this computer to go on')).toBeDefined();
  });

  it.each(['blocked', 'waiting', 'retired'] as const)('promises nothing of a check where it is %s', async (state) => {
    const { session } = mySession;
    await open({ session: { device: { ...device, state }, session: { ...session, isDeviceCheckOutstanding: true } } });
    expect(screen.queryByText('Check this computer to go on')).toBeNull();
  });

  describe('another computer', () => {
    const link = () => screen.queryByRole('link', { name: 'Register another computer' });

    it('is registered from one that is known, or not read yet', async () => {
      await open({ session: { offersVouching: true } });
      expect(link()?.getAttribute('href')).toBe('/device-check/another-computer');
      cleanup();
      await open({ session: { offersVouching: true, device: null } });
      expect(link()).not.toBeNull();
    });

    it.each([
      { offersVouching: false },
      { device: { ...device, state: 'waiting' } },
      { device: { ...device, state: 'blocked' } },
      { device: { ...device, state: 'retired' } },
      { device: { ...device, complianceStatus: 'NotCompliant' } },
    ] as const)('is not where that leads nowhere: %j', async (session) => {
      await open({ session: { offersVouching: true, ...session } });
      expect(link()).toBeNull();
    });
  });

  it('offers to change a password only where there is one', async () => {
    await open({ session: { isPasswordSet: false } });
    expect(screen.queryByRole('button', { name: 'Change the password' })).toBeNull();
  });

  it('leads to the sign-in when no one is signed in', async () => {
    const { visited } = show({
      address: '/online/session-status',
      answers: [given(mySessionCall, new Refused('not_signed_in'))],
    });
    await expect.poll(() => visited).toContain('instead /online/?reason=not_signed_in');
  });

  it('looks again when the person comes back from the check', async () => {
    await open({ answers: [given(mySessionCall, { ...mySession, device: null }, mySession)] });
    expect(screen.getByText('This computer has not been checked yet')).toBeDefined();
    fireEvent(document, new Event('visibilitychange'));
    expect(await screen.findByText('NADIA-LT-0427 passed the security checks')).toBeDefined();
    expect(screen.getByRole('link', { name: 'See each check' }).getAttribute('href')).toBe('/device-check/status');
  });

  it('can be tried again when the server did not answer', async () => {
    show({
      address: '/online/session-status',
      answers: [given(mySessionCall, new Refused('network'), mySession), given(secondFactorsCall, secondFactors)],
    });
    await screen.findByRole('heading', { name: 'The server cannot be reached' });
    await press('Try again');
    expect(await screen.findByRole('heading', { level: 1, name: 'You are signed in' })).toBeDefined();
  });
});

describe('signing out', () => {
  it('ends this session, and goes by way of the applications', async () => {
    const { visited } = await open({ answers: [given(signOutCall, { continueTo: '/saml/sign-out?handle=one' })] });
    await press('Sign out');
    expect(visited).toEqual(['/saml/sign-out?handle=one']);
    // An application may take its time, or never answer.
    expect(await screen.findByRole('heading', { level: 1, name: 'You are signed out here' })).toBeDefined();
    const next = screen.getByRole('link', { name: 'Go on with the next application' });
    expect(next.getAttribute('href')).toBe('/saml/sign-out?handle=one');
    expect(screen.queryByText('You are signed in')).toBeNull();
  });

  it('goes to no other origin', async () => {
    const { visited } = await open({ answers: [given(signOutCall, { continueTo: 'https://evil.example/' })] });
    await press('Sign out');
    expect(await screen.findByText('That did not work')).toBeDefined();
    expect(visited).toEqual([]);
  });

  it('asks before it ends every session, and names how many', async () => {
    const { asked, visited } = await open({
      answers: [given(signOutEverywhereCall, { continueTo: '/online/?done=signed-out' })],
    });
    await press('Sign out everywhere');
    const dialog = within(await screen.findByRole('dialog', { name: 'Sign out everywhere?' }));
    expect(dialog.getByText(/This session and 2 others end/)).toBeDefined();
    expect(asked.some(({ call }) => call === signOutEverywhereCall)).toBe(false);
    await userEvent.click(dialog.getByRole('button', { name: 'End 3 sessions' }));
    expect(visited).toEqual(['/online/?done=signed-out']);
  });

  it('stays when that was not meant', async () => {
    const { asked } = await open();
    await press('Sign out everywhere');
    await press('Stay signed in');
    expect(asked.some(({ call }) => call === signOutEverywhereCall)).toBe(false);
  });

  it('says so when it did not work', async () => {
    const { visited } = await open({ answers: [given(signOutCall, new Refused('network'))] });
    await press('Sign out');
    expect(await screen.findByText('The server cannot be reached')).toBeDefined();
    expect(visited).toEqual([]);
  });
});

describe('other sessions', () => {
  it('ends one, says so and shows what is left', async () => {
    const [phone, other] = mySession.otherSessions;
    if (phone === undefined || other === undefined) throw new Error('two are needed');
    const { asked } = await open({
      answers: [
        given(endOtherSessionCall, null),
        given(mySessionCall, mySession, { ...mySession, otherSessions: [other] }),
      ],
    });
    await press('End the session of Safari 26 · iOS');
    expect(asked.find(({ call }) => call === endOtherSessionCall)?.input).toEqual({ parameters: { id: phone.id } });
    expect(screen.getByRole('status').textContent).toBe('The session was ended.');
    await expect.poll(() => region('Your other sessions').getAllByRole('listitem')).toHaveLength(1);
  });

  it('says so when it had ended already', async () => {
    await open({ answers: [given(endOtherSessionCall, new Refused('not_found'))] });
    await press('End the session of Safari 26 · iOS');
    expect(await screen.findByText('This is not there any more')).toBeDefined();
  });
});

describe('removing a second factor', () => {
  const removes = given(removeSecondFactorCall, null);
  const remove = async () =>
    userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Remove' }));

  it('asks first, and shows what is left', async () => {
    const { asked } = await open({
      answers: [removes, given(secondFactorsCall, secondFactors, { ...secondFactors, factors: [totpFactor] })],
    });
    await press(`Remove ${passkeyFactor.name}`);
    expect(asked.some(({ call }) => call === removeSecondFactorCall)).toBe(false);
    await remove();
    expect(asked.find(({ call }) => call === removeSecondFactorCall)?.input).toEqual({
      parameters: { id: passkeyFactor.id },
    });
    expect(screen.getByRole('status').textContent).toBe(`${passkeyFactor.name} was removed.`);
    await expect.poll(() => screen.queryByRole('heading', { name: passkeyFactor.name })).toBeNull();
  });

  it('asks for fresh proof where the server wants it, then goes on', async () => {
    const { asked } = await open({
      answers: [
        given(removeSecondFactorCall, new Refused('proof_too_old'), null),
        given(giveSecondFactorCall, { continueTo: '/online/session-status' }),
      ],
    });
    await press(`Remove ${passkeyFactor.name}`);
    await remove();
    await screen.findByRole('heading', { level: 1, name: 'Confirm that it is you' });
    await press('Use the authenticator app instead');
    await userEvent.type(await screen.findByLabelText('Code'), '123456{Enter}');
    await remove();
    expect(asked.filter(({ call }) => call === removeSecondFactorCall)).toHaveLength(2);
    expect(screen.getByRole('status').textContent).toBe(`${passkeyFactor.name} was removed.`);
  });

  it('is not offered for the last one where one is required', async () => {
    await open({ factors: { factors: [totpFactor] } });
    expect(screen.queryByRole('button', { name: `Remove ${totpFactor.name}` })).toBeNull();
    expect(screen.getByText(/Your company asks for a second factor/)).toBeDefined();
  });

  it('says so when it became the last one meanwhile', async () => {
    await open({ answers: [given(removeSecondFactorCall, new Refused('second_factor_required'))] });
    await press(`Remove ${passkeyFactor.name}`);
    await remove();
    expect(await screen.findByText('Set up another one first, then this one can be removed.')).toBeDefined();
  });

  it('says so of a passkey that is the only way in', async () => {
    await open({ answers: [given(removeSecondFactorCall, new Refused('last_way_in'))] });
    await press(`Remove ${passkeyFactor.name}`);
    await remove();
    expect(await screen.findByText('This passkey is all you sign in with')).toBeDefined();
  });
});
