// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Accounts } from './accounts.tsx';
import type { PublicInfo, Server, SignInAnswer } from './server.ts';
import type { SignInProblem } from './texts.ts';

afterEach(cleanup);

const info: PublicInfo = {
  companyName: 'Alderbrook',
  productName: 'Workplace',
  phone: '+1 800 555 0100',
  email: '',
};

function open(address: string, answer: SignInAnswer = { ok: true, continueTo: '/device-check/' }) {
  const signIn = vi.fn<Server['signIn']>(async () => answer);
  const goTo = vi.fn();
  const location = new URL(address, 'https://work.example');
  render(<Accounts goTo={goTo} location={location} server={{ signIn, loadPublicInfo: async () => info }} />);
  return { signIn, goTo };
}

async function fillIn(password = 'secret') {
  await screen.findByRole('heading', { level: 1, name: 'Sign in to Alderbrook' });
  await userEvent.type(screen.getByLabelText('Login'), 'nadia');
  if (password !== '') await userEvent.type(screen.getByLabelText('Password'), password);
  await userEvent.click(screen.getByRole('button', { name: 'Sign in' }));
}

describe('sign-in', () => {
  it('signs in with the handle of the pending sign-in and goes where the server says', async () => {
    const loginMarker = '0b2fbb0c-3d0a-4c5c-9d4e-0f4f7d0a1b2c';
    const { signIn, goTo } = open(`/online/?login=${loginMarker}`);
    await fillIn();
    expect(signIn).toHaveBeenCalledWith({ login: 'nadia', password: 'secret', loginMarker });
    expect(goTo).toHaveBeenCalledWith('/device-check/');
  });

  it('goes to no other origin', async () => {
    const { goTo } = open('/online/', { ok: true, continueTo: 'https://evil.example/' });
    await fillIn();
    expect(await screen.findByText('The sign-in did not work.')).toBeDefined();
    expect(goTo).not.toHaveBeenCalled();
  });

  it('lets password managers fill it in', () => {
    open('/online/');
    expect(screen.getByLabelText('Login').getAttribute('autocomplete')).toBe('username');
    expect(screen.getByLabelText('Password').getAttribute('autocomplete')).toBe('current-password');
  });

  it('shows a wrong password at the field and puts the cursor there', async () => {
    open('/online/', { ok: false, problem: 'credentials_wrong' });
    await fillIn();
    const field = await screen.findByLabelText('Password', { selector: '[aria-invalid="true"]' });
    expect(document.activeElement).toBe(field);
    const description = document.getElementById(field.getAttribute('aria-describedby') ?? '');
    expect(description?.textContent).toBe('The login or the password is wrong.');
  });

  it('asks for what is missing without asking the server', async () => {
    const { signIn } = open('/online/');
    await fillIn('');
    expect(screen.getByText('The password is missing.')).toBeDefined();
    expect(document.activeElement).toBe(screen.getByLabelText('Password'));
    expect(signIn).not.toHaveBeenCalled();
  });

  it.each<[SignInProblem, string]>([
    ['account_disabled', 'Your account was disabled by support.'],
    ['too_many_attempts', 'Too many attempts.'],
    ['sign_in_unknown', 'This sign-in is too old.'],
    ['server_error', 'The sign-in did not work.'],
    ['network', 'The server cannot be reached.'],
    ['request_malformed', 'The sign-in did not work.'],
  ])('%s has a text that takes the focus', async (problem, title) => {
    open('/online/', { ok: false, problem });
    await fillIn();
    const text = await screen.findByText(title);
    expect(document.activeElement?.contains(text)).toBe(true);
  });

  it('shows the password on demand', async () => {
    open('/online/');
    await userEvent.click(screen.getByRole('button', { name: 'Show password' }));
    expect(screen.getByLabelText('Password').getAttribute('type')).toBe('text');
    await userEvent.click(screen.getByRole('button', { name: 'Hide password' }));
    expect(screen.getByLabelText('Password').getAttribute('type')).toBe('password');
  });

  it('says why the person was sent here, and who helps', async () => {
    open('/online/?reason=session_expired');
    expect(screen.getByText('Your session timed out.')).toBeDefined();
    expect((await screen.findByRole('link', { name: 'Call +1 800 555 0100' })).getAttribute('href')).toBe(
      'tel:+18005550100',
    );
  });
});

it('says on the session status that the person is signed in', async () => {
  open('/online/session-status');
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('You are signed in');
  expect((await screen.findAllByText('Alderbrook')).length).toBeGreaterThan(0);
});
