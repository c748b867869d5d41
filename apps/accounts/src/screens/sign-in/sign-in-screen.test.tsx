// @vitest-environment jsdom
import {
  ERROR_CODES,
  passkeySignInCall,
  passkeySignInOptionsCall,
  signInCall,
  signInOptionsCall,
  signOutResultCall,
} from '@vestibule/contracts';
import { fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import type { Problem } from '../../adapters/outcome.ts';
import { type FakePortsOptions, given, Refused } from '../../testing/fake-ports.ts';
import { company, LOGIN_MARKER, passkeyAssertion, passkeyRequest, upstream } from '../../testing/samples.ts';
import { reasonText } from '../page/problems.ts';
import { show } from '../../testing/show.tsx';

function open(query = '', answers: FakePortsOptions['answers'] = [], changes: Partial<typeof company> = {}) {
  // A request that an application began has its name, until it is over.
  const waiting = query.includes('login=') ? { applicationName: 'Claims desk' } : {};
  return show({
    address: `/online/${query}`,
    answers: [given(signInOptionsCall, { ...company, ...waiting, ...changes }), ...answers],
    passkeys: { give: async () => ({ ok: true, body: passkeyAssertion }) },
  });
}

const signsIn = given(signInCall, { continueTo: '/device-check/' });

async function fillIn(password = 'secret') {
  await screen.findByRole('heading', { level: 1, name: 'Sign in to Alderbrook' });
  await userEvent.type(await screen.findByLabelText('Login'), 'nadia');
  if (password !== '') await userEvent.type(screen.getByLabelText('Password'), password);
  await userEvent.click(screen.getByRole('button', { name: 'Sign in' }));
}

it('says that what an application asked for is over, and signs in without it', async () => {
  const { asked } = open(`?login=${LOGIN_MARKER}`, [signsIn], { applicationName: null });
  await screen.findByText('This sign-in is too old');
  await fillIn();
  expect(asked.at(-1)?.input).toEqual({ body: { login: 'nadia', password: 'secret' } });
});

describe('where it cannot be loaded how one signs in here', () => {
  const lost = () =>
    show({ address: '/online/', answers: [given(signInOptionsCall, new Refused('network'), company)] });

  it('says so, and loads it again by a button', async () => {
    lost();
    expect((await screen.findByRole('alert')).textContent).toContain(
      'Your company’s way to sign in could not be loaded',
    );
    expect(screen.getByLabelText('Login')).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByRole('heading', { level: 1, name: 'Sign in to Alderbrook' });
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it.each(['online', 'focus'])('loads it again by itself (%s)', async (event) => {
    const { asked } = lost();
    await screen.findByRole('alert');
    fireEvent(window, new Event(event));
    await screen.findByRole('heading', { level: 1, name: 'Sign in to Alderbrook' });
    expect(screen.queryByRole('alert')).toBeNull();
    expect(asked.filter(({ call }) => call === signInOptionsCall).length).toBeGreaterThan(1);
  });
});

describe('by password', () => {
  it('has the focus in the field for the login on arrival', async () => {
    open();
    const field = await screen.findByLabelText('Login');
    expect(document.activeElement).toBe(field);
  });

  it('signs in with the handle of the pending sign-in and goes where the server says', async () => {
    const { asked, visited } = open(`?login=${LOGIN_MARKER}`, [signsIn]);
    await fillIn();
    expect(asked.map(({ input }) => input)).toEqual([
      { query: { loginMarker: LOGIN_MARKER } },
      { body: { login: 'nadia', password: 'secret', loginMarker: LOGIN_MARKER } },
    ]);
    expect(visited).toEqual(['/device-check/']);
  });

  it.each([
    ['/console/people?search=nadia', '/device-check/', '/console/people?search=nadia'],
    ['/console/people', '/online/session-status', '/console/people'],
    ['/console/people', `/device-check/?login=${LOGIN_MARKER}`, `/device-check/?login=${LOGIN_MARKER}`],
    ['https://evil.example/console/', '/device-check/', '/device-check/'],
    ['/console/../api/', '/device-check/', '/device-check/'],
  ])('asked for by %j, where the server says %j, goes to %j', async (to, continueTo, goesTo) => {
    const { visited } = open(`?to=${encodeURIComponent(to)}`, [given(signInCall, { continueTo })]);
    await fillIn();
    await expect.poll(() => visited).toEqual([goesTo]);
  });

  it.each([
    ['', '/device-check/'],
    ['?reason=upstream_failed', '/console/people'],
  ])('at %j, after a page of the console had asked for it, goes to %s', async (query, goesTo) => {
    const answers = [given(signInOptionsCall, company), signsIn];
    const { visited } = show({ address: `/online/${query}`, answers, kept: '/console/people' });
    await fillIn();
    await expect.poll(() => visited).toEqual([goesTo]);
  });

  it('goes to no other origin', async () => {
    const { visited } = open('', [given(signInCall, { continueTo: 'https://evil.example/' })]);
    await fillIn();
    expect(await screen.findByText('That did not work')).toBeDefined();
    expect(visited).toEqual([]);
  });

  it('lets password managers fill it in', async () => {
    open();
    expect((await screen.findByLabelText('Login')).getAttribute('autocomplete')).toBe('username');
    expect(screen.getByLabelText('Password').getAttribute('autocomplete')).toBe('current-password');
  });

  it('shows a wrong password at the field and puts the cursor there', async () => {
    open('', [given(signInCall, new Refused('credentials_wrong'))]);
    await fillIn();
    const field = await screen.findByLabelText('Password', { selector: '[aria-invalid="true"]' });
    expect(document.activeElement).toBe(field);
    const description = document.getElementById(field.getAttribute('aria-describedby') ?? '');
    expect(description?.textContent).toBe('The login or the password is wrong.');
  });

  it('asks for what is missing without asking the server', async () => {
    const { asked } = open();
    await fillIn('');
    expect(screen.getByText('The password is missing.')).toBeDefined();
    expect(document.activeElement).toBe(screen.getByLabelText('Password'));
    expect(asked.map(({ call }) => call)).toEqual([signInOptionsCall]);
  });

  it.each<[Problem, string]>([
    ['account_disabled', 'Your account was disabled by support.'],
    ['too_many_attempts', 'Too many attempts'],
    ['sign_in_unknown', 'This sign-in cannot go on'],
    ['server_error', 'That did not work'],
    ['network', 'The server cannot be reached'],
    ['request_malformed', 'That did not work'],
  ])('%s has a text that takes the focus', async (problem, title) => {
    open('', [given(signInCall, new Refused(problem))]);
    await fillIn();
    const text = await screen.findByText(title);
    expect(document.activeElement?.contains(text)).toBe(true);
    expect(screen.getByRole('button', { name: 'Sign in' }).getAttribute('aria-disabled')).toBe('false');
  });

  it('goes on to the second factor with the handle of the pending sign-in', async () => {
    const challenge = { secondFactor: { methods: ['totp' as const], mustEnroll: false } };
    const { navigation } = open(`?login=${LOGIN_MARKER}`, [given(signInCall, challenge)]);
    await fillIn();
    expect(navigation.current()).toBe(`/online/second-factor?login=${LOGIN_MARKER}`);
  });
});

describe('signed in already, in another tab', () => {
  const there = `/saml/continue?login=${LOGIN_MARKER}`;
  const options = (continueTo: string | null) => ({ ...company, continueTo });
  const lookAgain = () => fireEvent(document, new Event('visibilitychange'));

  it('goes on when the page is loaded again', async () => {
    const { visited } = open(`?login=${LOGIN_MARKER}`, [], { continueTo: there });
    await expect.poll(() => visited).toEqual([`instead ${there}`]);
  });

  it.each([
    [`?login=${LOGIN_MARKER}&reason=session_expired`, there],
    [`?login=${LOGIN_MARKER}&done=signed-out`, there],
    ['', '/online/session-status'],
    [`?login=${LOGIN_MARKER}`, 'https://evil.example/'],
  ])('%s stays where it leads to %s', async (query, continueTo) => {
    const { visited } = open(query, [], { continueTo });
    await screen.findByLabelText('Login');
    lookAgain();
    await expect.poll(() => screen.queryByLabelText('Login')).not.toBeNull();
    expect(visited).toEqual([]);
  });

  it.each([
    [`?login=${LOGIN_MARKER}`, there, there],
    [`?login=${LOGIN_MARKER}&reason=session_expired`, there, there],
    ['', '/online/session-status', '/online/session-status'],
    ['?to=%2Fconsole%2Fpeople', '/online/session-status', '/console/people'],
  ])('%s goes on when the person comes back to it: %s', async (query, continueTo, goesTo) => {
    const answers = [given(signInOptionsCall, options(null), options(continueTo))];
    const { visited } = show({ address: `/online/${query}`, answers });
    await screen.findByLabelText('Login');
    lookAgain();
    await expect.poll(() => visited).toEqual([`instead ${goesTo}`]);
  });

  it('keeps what was typed while no one is signed in, or the server cannot be reached', async () => {
    const answers = [given(signInOptionsCall, options(null), options(null), new Refused('network'))];
    const { asked, visited } = show({ address: `/online/?login=${LOGIN_MARKER}`, answers });
    await userEvent.type(await screen.findByLabelText('Login'), 'nadia');
    for (const times of [2, 3]) {
      lookAgain();
      await expect.poll(() => asked.length).toBe(times);
    }
    expect(screen.getByLabelText<HTMLInputElement>('Login').value).toBe('nadia');
    expect(visited).toEqual([]);
  });
});

describe('by passkey', () => {
  const begun = given(passkeySignInOptionsCall, passkeyRequest);

  it('asks for no login', async () => {
    const { asked, visited } = open(`?login=${LOGIN_MARKER}`, [
      begun,
      given(passkeySignInCall, { continueTo: '/device-check/' }),
    ]);
    await userEvent.click(await screen.findByRole('button', { name: 'Sign in with a passkey' }));
    expect(asked.at(-1)?.input).toEqual({ body: { response: passkeyAssertion, loginMarker: LOGIN_MARKER } });
    expect(visited).toEqual(['/device-check/']);
  });

  it('says of an unknown one neither who nor what is known', async () => {
    open('', [begun, given(passkeySignInCall, new Refused('credentials_wrong'))]);
    await userEvent.click(await screen.findByRole('button', { name: 'Sign in with a passkey' }));
    const notice = await screen.findByText('The passkey was not accepted');
    expect(document.activeElement?.contains(notice)).toBe(true);
    expect(screen.getByLabelText('Password').getAttribute('aria-invalid')).toBe('false');
  });

  it('is not offered where the browser has none', async () => {
    show({ address: '/online/', answers: [given(signInOptionsCall, company)], passkeys: { isSupported: false } });
    await screen.findByLabelText('Login');
    expect(screen.queryByRole('button', { name: 'Sign in with a passkey' })).toBeNull();
  });
});

describe('by the company’s own identity provider', () => {
  it('leads there; a password or passkey of here is behind a button', async () => {
    open('', [], { upstreams: [upstream] });
    const link = await screen.findByRole('link', { name: 'Sign in with Alderbrook ID' });
    expect(link.getAttribute('href')).toBe(upstream.startPath);
    expect(screen.queryByLabelText('Password')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Sign in with a passkey' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Sign in another way' }));
    expect(document.activeElement).toBe(screen.getByLabelText('Login'));
    expect(screen.getByRole('button', { name: 'Sign in with a passkey' })).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Sign in another way' })).toBeNull();
  });

  it('gives the focus to the passkey where that is the only other way', async () => {
    open('', [], { upstreams: [upstream], isPasswordOffered: false });
    await userEvent.click(await screen.findByRole('button', { name: 'Sign in another way' }));
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Sign in with a passkey' }));
  });

  it.each([
    [[upstream], 'If you sign in with Alderbrook ID, use the button above.'],
    [
      [upstream, { ...upstream, id: '7f0f4c0e-5d5e-4f7b-9a3c-0d2f6a1b7c11', name: 'Partner ID' }],
      'If you sign in with your company’s account, use a button above.',
    ],
  ])('is named where a password is wrong, to everybody alike', async (upstreams, advice) => {
    open('', [given(signInCall, new Refused('credentials_wrong'))], { upstreams });
    await userEvent.click(await screen.findByRole('button', { name: 'Sign in another way' }));
    await fillIn();
    const field = await screen.findByLabelText('Password', { selector: '[aria-invalid="true"]' });
    const description = document.getElementById(field.getAttribute('aria-describedby') ?? '');
    expect(description?.textContent).toBe(`The login or the password is wrong. ${advice}`);
  });

  it('stands alone where passwords are switched off', async () => {
    open('', [], { upstreams: [upstream], isPasswordOffered: false, isPasskeyOffered: false });
    await screen.findByRole('link', { name: 'Sign in with Alderbrook ID' });
    expect(screen.queryByLabelText('Password')).toBeNull();
    expect(screen.queryByRole('button', { name: /passkey/ })).toBeNull();
  });

  it('leads to no other origin', async () => {
    open('', [], { upstreams: [{ ...upstream, startPath: '//evil.example/' }] });
    await screen.findByLabelText('Login');
    expect(screen.queryByRole('link', { name: 'Sign in with Alderbrook ID' })).toBeNull();
  });
});

describe('what stands around it', () => {
  it('says nothing of a check on the way to the console, where none is', async () => {
    open('?to=%2Fconsole%2Fpolicy', []);
    await screen.findByLabelText('Login');
    expect(screen.queryByText(/checks the security of this computer/)).toBeNull();
  });

  it('says which application opens', async () => {
    open('', [], { applicationName: 'Claims desk' });
    expect(
      await screen.findByText('Then Workplace checks the security of this computer, and Claims desk opens.'),
    ).toBeDefined();
  });

  it.each([
    ['?reason=session_expired', 'Your session timed out.'],
    ['?reason=not_signed_in', 'No one is signed in'],
    ['?reason=sign_in_expired', 'This sign-in is too old'],
    ['?reason=upstream_failed', 'Your company’s sign-in did not work'],
    ['?reason=upstream_person_unknown', 'There is no account for you here yet'],
    ['?reason=upstream_login_taken', 'This account could not be connected'],
    ['?reason=upstream_domain_wrong', 'Your e-mail address may not be used here'],
    ['?reason=upstream_unreachable', 'Your company’s sign-in cannot be reached'],
    ['?reason=upstream_denied', 'Your company’s sign-in did not let you in'],
    ['?reason=upstream_clock_wrong', 'Your company’s sign-in has a different time'],
    ['?reason=upstream_unknown', 'This way to sign in is switched off'],
    ['?done=signed-out', 'You are signed out'],
  ])('%s says why the person was sent here', async (query, title) => {
    open(query);
    expect(await screen.findByText(title)).toBeDefined();
  });

  it.each(['', '?reason=not_signed_in', '?reason=upstream_failed', '?done=signed-out'])(
    '%s says what is wrong, and what to do, where the browser keeps no cookies',
    async (query) => {
      show({
        address: `/online/${query}`,
        answers: [given(signInOptionsCall, company)],
        keepsCookies: false,
      });
      expect(await screen.findByText('Your browser keeps no cookies for this site')).toBeDefined();
      expect(screen.getByText(/^Without them no one stays signed in here. Allow cookies/)).toBeDefined();
      expect(screen.getAllByRole('img', { name: 'Problem' })).toHaveLength(1);
    },
  );

  it('has words of its own for every refusal at the company’s own identity provider', () => {
    const codes = ERROR_CODES.filter((code) => code.startsWith('upstream_'));
    const titles = codes.map((code) => reasonText(code)?.title.id);
    expect(new Set(titles).size).toBe(codes.length);
    expect(titles).not.toContain(undefined);
  });

  it('names the applications that could not be signed out', async () => {
    const handle = 'h'.repeat(43);
    const { asked } = open(`?done=signed-out&left=${handle}`, [
      given(signOutResultCall, { stillOpen: ['Claims desk', 'Wiki'] }),
    ]);
    expect(await screen.findByText('You are signed out here, but not everywhere')).toBeDefined();
    expect(
      await screen.findByText('Could not be signed out: Claims desk and Wiki. Sign out there yourself.'),
    ).toBeDefined();
    expect(asked).toContainEqual({ call: signOutResultCall, input: { parameters: { handle } } });
  });

  it('says that something may be open when it is not known what', async () => {
    open(`?done=signed-out&left=${'h'.repeat(43)}`, [given(signOutResultCall, new Refused('not_found'))]);
    expect(await screen.findByText(/^An application could not be signed out/)).toBeDefined();
  });

  it('says nothing of a reason that means nothing to a person', async () => {
    open('?reason=permit_used');
    await screen.findByLabelText('Login');
    expect(screen.queryByRole('img', { name: 'Not signed in' })).toBeNull();
  });

  it('says who helps', async () => {
    open();
    expect((await screen.findByRole('link', { name: 'Call +1 800 555 0142' })).getAttribute('href')).toBe(
      'tel:+18005550142',
    );
  });

  it('does without knowing the company', async () => {
    const { visited } = show({ address: '/online/', answers: [signsIn] });
    await userEvent.type(await screen.findByLabelText('Login'), 'nadia');
    await userEvent.type(screen.getByLabelText('Password'), 'secret{Enter}');
    expect(visited).toEqual(['/device-check/']);
  });

  it('says plainly that there is no way in', async () => {
    open('', [], { isPasswordOffered: false, isPasskeyOffered: false });
    expect(await screen.findByText('Signing in is not set up here yet')).toBeDefined();
    expect(screen.queryByRole('textbox')).toBeNull();
  });
});
