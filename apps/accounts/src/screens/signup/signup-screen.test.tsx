// @vitest-environment jsdom
import {
  acceptInvitationCall,
  confirmTotpCall,
  enrollTotpCall,
  eulaCall,
  invitationCall,
  invitationPasskeyOptionsCall,
  signInOptionsCall,
} from '@vestibule/contracts';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import type { Problem } from '../../adapters/outcome.ts';
import { type FakePortsOptions, given, Refused } from '../../testing/fake-ports.ts';
import {
  agreement,
  company,
  invitation,
  passkeyCreation,
  passkeyRegistration,
  recoveryCodes,
  totpBegun,
} from '../../testing/samples.ts';
import { show } from '../../testing/show.tsx';

const invited = given(invitationCall, invitation);
const accepts = given(acceptInvitationCall, {
  recoveryCodes: null,
  secondFactor: null,
  continueTo: '/onboarding/in-progress',
});

function open(answers: FakePortsOptions['answers'], fragment = '#invitation=Ab_9-x', keepsCookies = true) {
  return show({
    keepsCookies,
    address: `/onboarding/signup${fragment}`,
    answers: [...answers, given(signInOptionsCall, company), given(eulaCall, agreement)],
    passkeys: { create: async () => ({ ok: true, body: passkeyRegistration }) },
  });
}

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const wasAccepted = (asked: ReturnType<typeof open>['asked']) =>
  asked.filter(({ call }) => call === acceptInvitationCall).map(({ input }) => input);

async function fillIn(password: string) {
  await screen.findByLabelText('Your name');
  if (password !== '') await userEvent.type(screen.getByLabelText('New password', { selector: 'input' }), password);
  await press('Create account');
}

describe('with an invitation', () => {
  it('asks for nothing where the browser keeps no cookies, and leaves the invitation as it is', async () => {
    const { asked } = open([invited], undefined, false);
    expect(await screen.findByText('Your browser keeps no cookies for this site')).toBeDefined();
    expect(screen.queryByLabelText('Your name')).toBeNull();
    expect(asked.some(({ call }) => call === invitationCall)).toBe(false);
  });

  it('says whose it is and how long it holds', async () => {
    const { asked } = open([invited]);
    expect(
      await screen.findByText('Alderbrook invites you. The invitation is valid until 28 November 2026.'),
    ).toBeDefined();
    expect(screen.getByText('jonas')).toBeDefined();
    expect(screen.getByLabelText<HTMLInputElement>('Your name').value).toBe('Jonas Weber');
    expect(asked.find(({ call }) => call === invitationCall)?.input).toEqual({ body: { token: 'Ab_9-x' } });
  });

  it('creates the account with a password after the agreement was accepted', async () => {
    const { asked, visited } = open([invited, accepts]);
    await fillIn('several unrelated words');
    const dialog = within(await screen.findByRole('dialog', { name: 'Licence agreement' }));
    expect(await dialog.findByText('What you may do.', { selector: 'strong' })).toBeDefined();
    expect(wasAccepted(asked)).toEqual([]);
    await press('Accept and create account');
    expect(wasAccepted(asked)).toEqual([
      {
        body: {
          token: 'Ab_9-x',
          displayName: 'Jonas Weber',
          isEulaAccepted: true,
          secret: { kind: 'password', password: 'several unrelated words' },
        },
      },
    ]);
    expect(visited).toEqual(['/onboarding/in-progress']);
  });

  it('creates nothing when the agreement is not accepted', async () => {
    const { asked } = open([invited, accepts]);
    await fillIn('several unrelated words');
    await screen.findByRole('dialog');
    await press('Cancel');
    expect(wasAccepted(asked)).toEqual([]);
  });

  it('cannot be accepted without the agreement', async () => {
    open([given(eulaCall, new Refused('network'), agreement), invited]);
    await fillIn('several unrelated words');
    await screen.findByText('The server cannot be reached');
    expect(screen.queryByRole('button', { name: 'Accept and create account' })).toBeNull();
    await press('Try again');
    expect(await screen.findByRole('button', { name: 'Accept and create account' })).toBeDefined();
  });

  it('creates the account with a passkey, and shows its recovery codes', async () => {
    const { asked, visited } = open([
      invited,
      given(invitationPasskeyOptionsCall, passkeyCreation),
      given(acceptInvitationCall, { recoveryCodes, secondFactor: null, continueTo: '/onboarding/in-progress' }),
    ]);
    await press('Use a passkey instead');
    await press('Accept and create account');
    await screen.findByRole('heading', { level: 1, name: 'Keep your recovery codes' });
    expect(wasAccepted(asked)).toMatchObject([
      { body: { secret: { kind: 'passkey', response: passkeyRegistration } } },
    ]);
    await press('Continue');
    expect(visited).toEqual(['/onboarding/in-progress']);
  });

  it('sets up a second factor where a password is not enough, then goes on with the onboarding', async () => {
    const { visited } = open([
      invited,
      given(acceptInvitationCall, {
        recoveryCodes: null,
        secondFactor: { methods: ['totp', 'passkey'], mustEnroll: true },
        continueTo: '/onboarding/in-progress',
      }),
      given(enrollTotpCall, totpBegun),
      given(confirmTotpCall, { recoveryCodes, continueTo: '/online/session-status' }),
    ]);
    await fillIn('several unrelated words');
    await press('Accept and create account');
    await screen.findByRole('heading', { level: 1, name: 'Set up a second factor' });
    await press('Set up an app');
    await userEvent.type(await screen.findByLabelText('Code'), '123456{Enter}');
    await screen.findByRole('heading', { level: 1, name: 'Keep your recovery codes' });
    await press('Continue');
    expect(visited).toEqual(['/onboarding/in-progress']);
  });

  it('asks those for their second factor who have one', async () => {
    const { navigation } = open([
      invited,
      given(acceptInvitationCall, {
        recoveryCodes: null,
        secondFactor: { methods: ['totp'], mustEnroll: false },
        continueTo: '/onboarding/in-progress',
      }),
    ]);
    await fillIn('several unrelated words');
    await press('Accept and create account');
    await expect.poll(() => navigation.current()).toBe('/online/second-factor');
  });
});

describe('what is not right', () => {
  it.each([
    ['', 'The new password is missing.'],
    ['too short', 'It has fewer than 12 characters.'],
  ])('%j is said before the agreement', async (password, sentence) => {
    open([invited]);
    await fillIn(password);
    expect(screen.getByText(sentence)).toBeDefined();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('asks for a name', async () => {
    open([invited]);
    await userEvent.clear(await screen.findByLabelText('Your name'));
    await press('Use a passkey instead');
    expect(screen.getByText('Your name is missing.')).toBeDefined();
    expect(document.activeElement).toBe(screen.getByLabelText('Your name'));
  });

  it('shows a weak password at its field and does not ask for the agreement twice', async () => {
    const { visited } = open([
      invited,
      given(acceptInvitationCall, new Refused('password_weak'), {
        recoveryCodes: null,
        secondFactor: null,
        continueTo: '/onboarding/in-progress',
      }),
    ]);
    await fillIn('Alderbrook-2026');
    await press('Accept and create account');
    await screen.findByLabelText('New password', { selector: 'input[aria-invalid="true"]' });
    await fillIn(' and several words');
    expect(visited).toEqual(['/onboarding/in-progress']);
  });

  it.each<[Problem, string]>([
    ['passkey_refused', 'The passkey was not accepted'],
    ['too_many_attempts', 'Too many attempts'],
    ['invitation_unknown', 'This invitation cannot be used'],
    ['account_disabled', 'Your account was disabled by support.'],
    ['network', 'The server cannot be reached'],
  ])('%s while creating is said', async (problem, title) => {
    open([invited, given(acceptInvitationCall, new Refused(problem))]);
    await fillIn('several unrelated words');
    await press('Accept and create account');
    expect(await screen.findByText(title)).toBeDefined();
  });

  it('says one sentence of an invitation that is over, used or unknown, and who has an account can sign in', async () => {
    open([given(invitationCall, new Refused('invitation_unknown'))]);
    await screen.findByRole('heading', { level: 1, name: 'This invitation cannot be used' });
    expect(screen.getByText(/It has expired, was used already, or was withdrawn/)).toBeDefined();
    expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/online/');
  });

  it('asks the server nothing without an invitation', async () => {
    const { asked } = open([invited], '');
    await screen.findByRole('heading', { level: 1, name: 'You need an invitation' });
    expect(asked.some(({ call }) => call === invitationCall)).toBe(false);
  });
});
