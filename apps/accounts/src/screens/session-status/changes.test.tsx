// @vitest-environment jsdom
import {
  changePasswordCall,
  confirmPasswordCall,
  confirmTotpCall,
  enrollTotpCall,
  giveSecondFactorCall,
  mySessionCall,
  passkeyRegistrationOptionsCall,
  registerPasskeyCall,
  renewRecoveryCodesCall,
  secondFactorsCall,
  signInOptionsCall,
} from '@vestibule/contracts';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import type { Problem } from '../../adapters/outcome.ts';
import { type FakePortsOptions, given, Refused } from '../../testing/fake-ports.ts';
import {
  company,
  mySession,
  passkeyCreation,
  passkeyRegistration,
  recoveryCodes,
  secondFactors,
  totpBegun,
} from '../../testing/samples.ts';
import { show } from '../../testing/show.tsx';

function open(page: string, answers: FakePortsOptions['answers'], passkeys: FakePortsOptions['passkeys'] = {}) {
  return show({
    address: `/online/session-status/${page}`,
    answers: [
      ...answers,
      given(signInOptionsCall, company),
      given(mySessionCall, mySession),
      given(secondFactorsCall, secondFactors),
    ],
    passkeys: { create: async () => ({ ok: true, body: passkeyRegistration }), ...passkeys },
  });
}

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const overview = () => screen.findByRole('heading', { level: 1, name: 'You are signed in' });

describe('the password', () => {
  async function change(current: string, next: string) {
    if (current !== '') await userEvent.type(await screen.findByLabelText('Current password'), current);
    await screen.findByLabelText('Current password');
    if (next !== '') await userEvent.type(screen.getByLabelText('New password', { selector: 'input' }), next);
    await press('Change password');
  }

  it('is changed, which is said on the page it came from', async () => {
    const { asked } = open('password', [given(changePasswordCall, null)]);
    await change('doorway-2026', 'several unrelated words');
    await overview();
    expect(asked.find(({ call }) => call === changePasswordCall)?.input).toEqual({
      body: { currentPassword: 'doorway-2026', newPassword: 'several unrelated words' },
    });
    expect(screen.getByRole('status').textContent).toBe('The password was changed. Your other sessions have ended.');
  });

  it.each([
    ['administrator', true],
    [null, false],
  ] as const)('says to someone whose role is %s whether tokens end with it: %s', async (role, isSaid) => {
    open('password', [given(mySessionCall, { ...mySession, role })]);
    expect(
      await screen.findByText(isSaid ? /with the tokens that you made/ : /when the password changes\.$/),
    ).toBeDefined();
    expect(screen.queryByText(/tokens/) !== null).toBe(isSaid);
  });

  it.each([
    ['', 'several unrelated words', 'The current password is missing.'],
    ['doorway-2026', '', 'The new password is missing.'],
    ['doorway-2026', 'eleven char', 'It has fewer than 12 characters.'],
  ])('%j and %j never leave the page', async (current, next, sentence) => {
    const { asked } = open('password', []);
    await change(current, next);
    expect(screen.getByText(sentence)).toBeDefined();
    expect(asked.some(({ call }) => call === changePasswordCall)).toBe(false);
  });

  it('asks for a second factor that was given too long ago, and keeps what was typed', async () => {
    const { asked } = open('password', [
      given(changePasswordCall, new Refused('proof_too_old'), null),
      given(giveSecondFactorCall, { continueTo: '/' }),
      given(secondFactorsCall, {
        ...secondFactors,
        factors: secondFactors.factors.filter(({ kind }) => kind === 'totp'),
      }),
    ]);
    await change('doorway-2026', 'several unrelated words');
    await userEvent.type(await screen.findByLabelText('Code'), '123456{Enter}');
    await overview();
    const sent = { body: { currentPassword: 'doorway-2026', newPassword: 'several unrelated words' } };
    expect(asked.filter(({ call }) => call === changePasswordCall).map(({ input }) => input)).toEqual([sent, sent]);
  });

  it('shows its rule before anything is wrong, and says it to screen readers', async () => {
    open('password', []);
    const group = await screen.findByRole('group', { name: 'New password' });
    const rule = document.getElementById(group.getAttribute('aria-describedby') ?? '');
    expect(rule?.textContent).toMatch(/^At least 12 characters/);
  });

  it.each<[Problem, string, string]>([
    ['password_wrong', 'Current password', 'The password is wrong.'],
    [
      'password_weak',
      'New password',
      'This password is too easy to guess. Leave out names, the company and rows such as 1234 or aaaa. A few unrelated words are best.',
    ],
  ])('%s stands at its field', async (problem, label, sentence) => {
    open('password', [given(changePasswordCall, new Refused(problem))]);
    await change('doorway-2026', 'several unrelated words');
    const field = await screen.findByLabelText(label, { selector: 'input[aria-invalid="true"]' });
    expect(document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent).toBe(sentence);
  });

  it('says that one has to wait', async () => {
    open('password', [given(changePasswordCall, new Refused('too_many_attempts'))]);
    await change('doorway-2026', 'several unrelated words');
    expect(await screen.findByText('Too many attempts')).toBeDefined();
  });
});

describe('a passkey', () => {
  const begun = given(passkeyRegistrationOptionsCall, passkeyCreation);

  it('is added under the name that the person gives it', async () => {
    const { asked } = open('passkey', [
      begun,
      given(registerPasskeyCall, { recoveryCodes: null, continueTo: '/online/session-status' }),
    ]);
    const name = await screen.findByLabelText('Name in your list');
    await userEvent.clear(name);
    await userEvent.type(name, 'Blue key');
    await press('Add passkey');
    await overview();
    expect(asked.find(({ call }) => call === registerPasskeyCall)?.input).toEqual({
      body: { name: 'Blue key', response: passkeyRegistration },
    });
    expect(screen.getByRole('status').textContent).toBe('The passkey was added.');
  });

  it('brings recovery codes when it is the first second factor', async () => {
    open('passkey', [begun, given(registerPasskeyCall, { recoveryCodes, continueTo: '/' })]);
    await press('Add passkey');
    await screen.findByRole('heading', { level: 1, name: 'Keep your recovery codes' });
    await press('Continue');
    expect(await overview()).toBeDefined();
  });

  it.each<[Problem, string]>([
    ['passkey_cancelled', 'No passkey was given'],
    ['passkey_there', 'This device holds a passkey for you already'],
    ['passkey_impossible', 'Passkeys do not work here'],
  ])('%s is said, and it can be tried again', async (problem, title) => {
    open('passkey', [begun], { create: async () => ({ ok: false, problem }) });
    await press('Add passkey');
    expect(await screen.findByText(title)).toBeDefined();
    expect(screen.getByRole('button', { name: 'Add passkey' }).getAttribute('aria-disabled')).toBe('false');
  });
});

describe('an authenticator app', () => {
  const noFactors = given(secondFactorsCall, { factors: [], recoveryCodesLeft: 0, isRequired: false });
  const begunAfterProof = given(enrollTotpCall, new Refused('proof_too_old'), totpBegun);

  it('is added by a code of it', async () => {
    open('authenticator', [
      given(enrollTotpCall, totpBegun),
      given(confirmTotpCall, { recoveryCodes: null, continueTo: '/' }),
    ]);
    await userEvent.type(await screen.findByLabelText('Code'), '123456{Enter}');
    await overview();
    expect(screen.getByRole('status').textContent).toBe('The authenticator app was added.');
  });

  it('asks for the password first when the last proof is too old and there is nothing else', async () => {
    const { asked } = open('authenticator', [noFactors, begunAfterProof, given(confirmPasswordCall, null)]);
    const field = await screen.findByLabelText('Password');
    expect(document.activeElement).toBe(field);
    await userEvent.type(field, 'doorway-2026{Enter}');
    expect(await screen.findByLabelText('Code')).toBeDefined();
    expect(asked.find(({ call }) => call === confirmPasswordCall)?.input).toEqual({
      body: { password: 'doorway-2026' },
    });
  });

  it('shows a wrong password at its field', async () => {
    open('authenticator', [noFactors, begunAfterProof, given(confirmPasswordCall, new Refused('password_wrong'))]);
    await userEvent.type(await screen.findByLabelText('Password'), 'not it{Enter}');
    expect(await screen.findByLabelText('Password', { selector: '[aria-invalid="true"]' })).toBeDefined();
  });

  it('asks those to sign in again who have neither', async () => {
    open('authenticator', [noFactors, begunAfterProof, given(mySessionCall, { ...mySession, isPasswordSet: false })]);
    expect((await screen.findByRole('link', { name: 'Sign in again' })).getAttribute('href')).toBe('/online/');
  });

  it('can be left', async () => {
    open('authenticator', [given(enrollTotpCall, totpBegun)]);
    await screen.findByLabelText('Code');
    await press('Cancel');
    expect(await overview()).toBeDefined();
  });
});

describe('recovery codes', () => {
  it('are made again only when that is asked for, and shown once', async () => {
    const { asked } = open('recovery-codes', [given(renewRecoveryCodesCall, { recoveryCodes })]);
    await screen.findByRole('button', { name: 'Make new codes' });
    expect(asked.some(({ call }) => call === renewRecoveryCodesCall)).toBe(false);
    await press('Make new codes');
    await screen.findByText(recoveryCodes[0] ?? '');
    await press('Continue');
    await overview();
    expect(screen.getByRole('status').textContent).toBe('Only the new recovery codes work from now on.');
    expect(screen.queryByText(recoveryCodes[0] ?? '')).toBeNull();
  });
});
