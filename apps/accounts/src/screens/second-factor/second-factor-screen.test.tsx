// @vitest-environment jsdom
import {
  confirmTotpCall,
  enrollTotpCall,
  giveSecondFactorCall,
  passkeyRegistrationOptionsCall,
  registerPasskeyCall,
  type SecondFactorMethod,
  secondFactorPasskeyOptionsCall,
  signInOptionsCall,
  signInProgressCall,
  signOutCall,
} from '@vestibule/contracts';
import { fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import type { Problem } from '../../adapters/outcome.ts';
import { type FakePortsOptions, given, Refused } from '../../testing/fake-ports.ts';
import {
  company,
  LOGIN_MARKER,
  passkeyAssertion,
  passkeyCreation,
  passkeyRegistration,
  passkeyRequest,
  recoveryCodes,
  totpBegun,
} from '../../testing/samples.ts';
import { show } from '../../testing/show.tsx';

interface Opening {
  readonly methods: SecondFactorMethod[];
  readonly mustEnroll?: boolean;
  readonly answers?: FakePortsOptions['answers'];
  readonly passkeys?: FakePortsOptions['passkeys'];
}

function open({ methods, mustEnroll = false, answers = [], passkeys = {} }: Opening) {
  return show({
    address: `/online/second-factor?login=${LOGIN_MARKER}`,
    answers: [
      given(signInOptionsCall, company),
      given(signInProgressCall, {
        userDisplayName: 'Nadia Keller',
        secondFactor: { methods, mustEnroll },
        continueTo: '/device-check/',
      }),
      ...answers,
    ],
    passkeys: {
      give: async () => ({ ok: true, body: passkeyAssertion }),
      create: async () => ({ ok: true, body: passkeyRegistration }),
      ...passkeys,
    },
  });
}

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const heading = (name: string) => screen.findByRole('heading', { level: 1, name });
const goesOn = given(giveSecondFactorCall, { continueTo: '/device-check/' });

it('goes on with its own sign-in when the factor was given in another tab, and keeps what was typed before', async () => {
  const progress = (secondFactor: { methods: SecondFactorMethod[]; mustEnroll: boolean } | null) => ({
    userDisplayName: 'Nadia Keller',
    secondFactor,
    continueTo: `/device-check/?login=${LOGIN_MARKER}`,
  });
  const waits = progress({ methods: ['totp'], mustEnroll: false });
  const { visited, asked } = show({
    address: `/online/second-factor?login=${LOGIN_MARKER}`,
    answers: [
      given(signInOptionsCall, company),
      given(signInProgressCall, waits, new Refused('network'), waits, progress(null)),
    ],
  });
  const field = await screen.findByLabelText<HTMLInputElement>('Code');
  await userEvent.type(field, '123');
  for (const times of [3, 4]) {
    fireEvent(window, new Event('focus'));
    await expect.poll(() => asked.length).toBe(times);
  }
  expect([field.value, visited]).toEqual(['123', []]);
  fireEvent(window, new Event('focus'));
  await expect.poll(() => visited).toEqual([`/device-check/?login=${LOGIN_MARKER}`]);
});

async function giveCode(label: string, code: string) {
  await userEvent.type(await screen.findByLabelText(label), code);
  await press('Confirm');
}

describe('giving a second factor', () => {
  it('takes a code of the authenticator app', async () => {
    const { asked, visited } = open({ methods: ['totp'], answers: [goesOn] });
    await giveCode('Code', '123 456');
    expect(asked.at(-1)?.input).toEqual({
      body: { loginMarker: LOGIN_MARKER, factor: { method: 'totp', code: '123 456' } },
    });
    expect(visited).toEqual(['/device-check/']);
  });

  it('takes a passkey, and offers it first', async () => {
    const { asked, visited } = open({
      methods: ['totp', 'recovery-code', 'passkey'],
      answers: [given(secondFactorPasskeyOptionsCall, passkeyRequest), goesOn],
    });
    await press('Use a passkey');
    expect(asked.at(-1)?.input).toEqual({
      body: { loginMarker: LOGIN_MARKER, factor: { method: 'passkey', response: passkeyAssertion } },
    });
    expect(visited).toEqual(['/device-check/']);
  });

  it('has the focus in the field for the code on arrival, and its heading is read out', async () => {
    open({ methods: ['totp'] });
    const field = await screen.findByLabelText('Code');
    expect(document.activeElement).toBe(field);
    expect(screen.getByRole('status').textContent).toBe('Confirm that it is you');
  });

  it('takes a recovery code, one press away, and moves the focus to its field', async () => {
    const { asked } = open({ methods: ['totp', 'recovery-code'], answers: [goesOn] });
    await press('Use a recovery code instead');
    const field = await screen.findByLabelText('Recovery code');
    expect(document.activeElement).toBe(field);
    await giveCode('Recovery code', '7kq0 42mx');
    expect(asked.at(-1)?.input).toMatchObject({ body: { factor: { method: 'recovery-code', code: '7kq0 42mx' } } });
  });

  it('leaves out the passkey where the browser has none', async () => {
    open({ methods: ['totp', 'passkey'], passkeys: { isSupported: false } });
    await screen.findByLabelText('Code');
    expect(screen.queryByRole('button', { name: 'Use a passkey instead' })).toBeNull();
  });

  it('says what to do when nothing can be used in this browser', async () => {
    open({ methods: ['passkey'], passkeys: { isSupported: false } });
    expect(await screen.findByText(/cannot be used in this browser/)).toBeDefined();
    expect(screen.getByRole('button', { name: 'Sign in as another person' })).toBeDefined();
  });

  it('shows a wrong code at the field and puts the cursor there', async () => {
    open({ methods: ['totp'], answers: [given(giveSecondFactorCall, new Refused('code_wrong'))] });
    await giveCode('Code', '000000');
    const field = await screen.findByLabelText('Code', { selector: '[aria-invalid="true"]' });
    expect(document.activeElement).toBe(field);
    expect(screen.getByText('The code is wrong or was used already.')).toBeDefined();
  });

  it('asks for a code that is missing without asking the server', async () => {
    const { asked } = open({ methods: ['totp'] });
    await press('Confirm');
    expect(screen.getByText('The code is missing.')).toBeDefined();
    expect(asked.some(({ call }) => call === giveSecondFactorCall)).toBe(false);
  });

  it.each<[Problem, string]>([
    ['too_many_attempts', 'Wait five minutes before the next try, so that no one can guess their way in.'],
    ['account_disabled', 'Your account was disabled by support.'],
    ['sign_in_unknown', 'This sign-in cannot go on'],
    ['network', 'The server cannot be reached'],
  ])('%s has a text that takes the focus', async (problem, sentence) => {
    open({ methods: ['totp'], answers: [given(giveSecondFactorCall, new Refused(problem))] });
    await giveCode('Code', '123456');
    const text = await screen.findByText(sentence);
    expect(document.activeElement?.contains(text)).toBe(true);
  });

  it('lets a passkey be tried again after the dialog was closed', async () => {
    open({
      methods: ['passkey'],
      answers: [given(secondFactorPasskeyOptionsCall, passkeyRequest)],
      passkeys: { give: async () => ({ ok: false, problem: 'passkey_cancelled' }) },
    });
    await press('Use a passkey');
    expect(await screen.findByText('No passkey was given')).toBeDefined();
    expect(screen.getByRole('button', { name: 'Use a passkey' }).getAttribute('aria-disabled')).toBe('false');
  });

  it('ends what was begun for another person', async () => {
    const { asked, visited } = open({
      methods: ['totp'],
      answers: [given(signOutCall, { continueTo: '/online/?done=signed-out' })],
    });
    await press('Sign in as another person');
    expect(asked.at(-1)?.call).toBe(signOutCall);
    expect(visited).toEqual([`/online/?login=${LOGIN_MARKER}`]);
  });
});

describe('before it is known what is missing', () => {
  const openWith = (progress: FakePortsOptions['answers'][number]) =>
    show({ address: `/online/second-factor?login=${LOGIN_MARKER}`, answers: [progress] });

  it('goes on when nothing is', async () => {
    const answer = { userDisplayName: 'Nadia Keller', secondFactor: null, continueTo: '/device-check/' };
    const { visited } = openWith(given(signInProgressCall, answer));
    await expect.poll(() => visited).toEqual(['/device-check/']);
  });

  it('comes back to the sign-in when the first factor is too long ago', async () => {
    const { visited } = openWith(given(signInProgressCall, new Refused('not_signed_in')));
    await expect.poll(() => visited).toEqual([`instead /online/?reason=not_signed_in&login=${LOGIN_MARKER}`]);
  });

  it('can be tried again', async () => {
    const answer = {
      userDisplayName: '',
      secondFactor: { methods: ['totp' as const], mustEnroll: false },
      continueTo: '/',
    };
    openWith(given(signInProgressCall, new Refused('network'), answer));
    await heading('The server cannot be reached');
    await press('Try again');
    expect(await screen.findByLabelText('Code')).toBeDefined();
  });
});

describe('setting one up first', () => {
  const begun = given(enrollTotpCall, totpBegun);
  const confirmed = given(confirmTotpCall, { recoveryCodes, continueTo: '/device-check/' });

  it('shows the key of the authenticator app, takes a code of it, shows the recovery codes once and goes on', async () => {
    const ports = open({ methods: ['totp', 'passkey'], mustEnroll: true, answers: [begun, confirmed] });
    await heading('Set up a second factor');
    await press('Set up an app');
    expect(document.activeElement).toBe(await heading('Set up your authenticator app'));
    expect(await screen.findByText('JBSW Y3DP EHPK 3PXP JBSW Y3DP EHPK 3PXP')).toBeDefined();
    expect(screen.getByRole('link', { name: 'Open it in an app on this device' }).getAttribute('href')).toBe(
      totpBegun.otpauthUri,
    );
    await press('Copy key');
    expect(ports.copied).toEqual([totpBegun.secret]);
    await giveCode('Code', '123456');
    expect(ports.asked.at(-1)?.input).toEqual({
      parameters: { id: totpBegun.id },
      body: { code: '123456', loginMarker: LOGIN_MARKER },
    });
    expect(document.activeElement).toBe(await heading('Keep your recovery codes'));
    expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(recoveryCodes);
    expect(ports.visited).toEqual([]);
    await press('Continue');
    expect(ports.visited).toEqual(['/device-check/']);
  });

  it('lets the recovery codes be copied, which is said, and downloaded', async () => {
    const ports = open({ methods: ['totp'], mustEnroll: true, answers: [begun, confirmed] });
    await giveCode('Code', '123456');
    await heading('Keep your recovery codes');
    await press('Copy');
    expect(ports.copied).toEqual([recoveryCodes.join('\n')]);
    expect(screen.getByRole('status').textContent).toBe('Recovery codes copied');
    await press('Download');
    expect(ports.downloaded).toEqual([
      {
        fileName: 'recovery-codes.txt',
        text: `Recovery codes of Nadia Keller for Alderbrook. Each one works once.\n\n${recoveryCodes.join('\n')}\n`,
      },
    ]);
  });

  it('sets up a passkey in one press', async () => {
    const ports = open({
      methods: ['totp', 'passkey'],
      mustEnroll: true,
      answers: [
        given(passkeyRegistrationOptionsCall, passkeyCreation),
        given(registerPasskeyCall, { recoveryCodes: null, continueTo: '/device-check/' }),
      ],
    });
    await press('Set up a passkey');
    expect(ports.asked.at(-1)?.input).toMatchObject({
      body: { response: passkeyRegistration, loginMarker: LOGIN_MARKER },
    });
    expect(ports.visited).toEqual(['/device-check/']);
  });

  it.each<[Problem, string]>([
    ['passkey_refused', 'The passkey was not accepted'],
    ['network', 'The server cannot be reached'],
  ])('%s at the passkey leaves the choice open', async (problem, title) => {
    open({
      methods: ['totp', 'passkey'],
      mustEnroll: true,
      answers: [
        given(passkeyRegistrationOptionsCall, passkeyCreation),
        given(registerPasskeyCall, new Refused(problem)),
      ],
    });
    await press('Set up a passkey');
    expect(await screen.findByText(title)).toBeDefined();
    expect(screen.getByRole('button', { name: 'Set up an app' })).toBeDefined();
  });

  it('keeps the key when the code was wrong', async () => {
    open({
      methods: ['totp'],
      mustEnroll: true,
      answers: [begun, given(confirmTotpCall, new Refused('code_wrong'))],
    });
    await giveCode('Code', '000000');
    await screen.findByLabelText('Code', { selector: '[aria-invalid="true"]' });
    expect(screen.getByText('JBSW Y3DP EHPK 3PXP JBSW Y3DP EHPK 3PXP')).toBeDefined();
  });

  it('makes no link of a key that is none', async () => {
    const strange = { ...totpBegun, otpauthUri: 'javascript:alert(1)' };
    open({ methods: ['totp'], mustEnroll: true, answers: [given(enrollTotpCall, strange)] });
    await screen.findByLabelText('Code');
    expect(screen.queryByRole('link', { name: 'Open it in an app on this device' })).toBeNull();
  });
});
