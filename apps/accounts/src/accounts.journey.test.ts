import { readFile } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { codeOf } from '@vestibule/testing/authenticator-app';
import {
  type Accounts,
  expectAccessible,
  giveCode,
  heading,
  PASSWORD,
  PERIOD_MS,
  press,
  readSecret,
  setUpApp,
  signOut,
  startAccounts,
} from './testing/real-accounts.ts';
import { addAuthenticator } from '../../../e2e/support/passkeys.ts';

let accounts: Accounts;
beforeAll(async () => {
  accounts = await startAccounts();
});
afterEach(() => accounts.endTest());
afterAll(() => accounts?.stop());

describe('password and authenticator app', () => {
  it('sets the app up at the first sign-in, asks for its code at the next, and takes a recovery code instead', async () => {
    const person = await accounts.newPerson();
    const { page } = person;
    await page.goto(`${accounts.gate.url}/online/`);
    await heading(page, 'Sign in to Alderbrook');
    await expectAccessible(page);
    await accounts.givePassword(page, 'nadia', 'not the password');
    await page.getByText('The login or the password is wrong.').waitFor();
    await expectAccessible(page);
    await accounts.givePassword(page, 'nadia', 'doorway-2026');
    await heading(page, 'Set up a second factor');
    await expectAccessible(page);
    await press(page, 'Set up an app');
    await heading(page, 'Set up your authenticator app');
    await page.getByLabel('Code').waitFor();
    await expectAccessible(page);
    const { secret, codes } = await setUpApp(page);
    expect(codes).toHaveLength(10);
    await expectAccessible(page);
    const download = page.waitForEvent('download');
    await press(page, 'Download');
    const file = await (await download).path();
    expect((await readFile(file, 'utf8')).split('\n').slice(2, 12)).toEqual(codes);
    await press(page, 'Continue');
    await heading(page, 'You are signed in');
    await page.getByRole('heading', { name: 'Authenticator app' }).waitFor();
    await expectAccessible(page);
    await signOut(page);

    await accounts.givePassword(page, 'nadia', 'doorway-2026');
    await heading(page, 'Confirm that it is you');
    await expectAccessible(page);
    await giveCode(page, 'Code', '000000');
    await page.getByText('The code is wrong or was used already.').waitFor();
    // The code of this half minute was spent when the app was set up.
    await giveCode(page, 'Code', codeOf(secret, new Date(Date.now() + PERIOD_MS)));
    await heading(page, 'You are signed in');
    await signOut(page);

    await accounts.givePassword(page, 'nadia', 'doorway-2026');
    await press(page, 'Use a recovery code instead');
    await giveCode(page, 'Recovery code', (codes[0] ?? '').toLowerCase());
    await heading(page, 'You are signed in');
    await page.getByText(/^9 are left\./).waitFor();
  });

  it('keeps a session that has given the password alone out of everything', async () => {
    const { page } = (await accounts.signUp('klara')).person;
    await accounts.givePassword(page, 'klara', PASSWORD);
    await heading(page, 'Confirm that it is you');
    await page.goto(`${accounts.gate.url}/online/session-status`);
    await page.getByText('No one is signed in').waitFor();
    expect(page.url()).toBe(`${accounts.gate.url}/online/?reason=not_signed_in`);
    // The page that sent the person here is no step back: from it they would be sent here again.
    await page.goBack();
    await heading(page, 'Confirm that it is you');
    await page.goto(`${accounts.gate.url}/online/second-factor`);
    await heading(page, 'Confirm that it is you');
    await press(page, 'Sign in as another person');
    await heading(page, 'Sign in to Alderbrook');
    await page.goto(`${accounts.gate.url}/online/second-factor`);
    await page.getByText('No one is signed in').waitFor();
  });
});

describe('a wrong password', () => {
  it.each(['nadia', 'nobody-of-this-name'])('is slowed down, and tells no one whether there is a %s', async (login) => {
    const { page } = await accounts.newPerson();
    await page.goto(`${accounts.gate.url}/online/`);
    await page.getByLabel('Login').fill(login);
    for (let tries = 0; tries < 5; tries += 1) {
      await page.getByLabel('Password', { exact: true }).fill(`wrong ${tries}`);
      const answered = page.waitForResponse((response) => response.url().endsWith('/api/online/v1/sign-in'));
      await press(page, 'Sign in');
      expect((await answered).status()).toBe(401);
      await page.getByText('The login or the password is wrong.').waitFor();
    }
    await page.getByLabel('Password', { exact: true }).fill('doorway-2026');
    await press(page, 'Sign in');
    await page.getByText('Too many attempts').waitFor();
    await expectAccessible(page);
  });
});

describe('passkey', () => {
  it('signs up with one, signs in with it and without a login, adds an app and removes it', async () => {
    const person = await accounts.newPerson();
    const { page } = person;
    await addAuthenticator(person);
    await page.goto(await accounts.invite('jonas'));
    await press(page, 'Use a passkey instead');
    await press(page, 'Accept and create account');
    await heading(page, 'Keep your recovery codes');
    await press(page, 'Continue');
    await heading(page, 'Set up your access to work');
    await page.goto(`${accounts.gate.url}/online/session-status`);
    await heading(page, 'You are signed in');
    await signOut(page);

    await press(page, 'Sign in with a passkey');
    await heading(page, 'You are signed in');
    await page.getByText('jonas@alderbrook.example').waitFor();
    // The only one where one is asked for: it cannot be removed.
    await page.getByText(/Your company asks for a second factor/).waitFor();

    await press(page, 'Add an authenticator app');
    await heading(page, 'Set up your authenticator app');
    await giveCode(page, 'Code', codeOf(await readSecret(page), new Date()));
    await page.getByText('The authenticator app was added.').first().waitFor();
    await press(page, 'Remove Authenticator app');
    await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
    await page.getByText('Authenticator app was removed.').first().waitFor();
    await expectAccessible(page);
  });

  it('is the second factor after a password', async () => {
    const person = await accounts.newPerson();
    const { page } = person;
    await addAuthenticator(person);
    await accounts.givePassword(page, 'tomas', 'hallway-2026');
    await press(page, 'Set up a passkey');
    await heading(page, 'Keep your recovery codes');
    await press(page, 'Continue');
    await heading(page, 'You are signed in');
    await signOut(page);
    await accounts.givePassword(page, 'tomas', 'hallway-2026');
    await heading(page, 'Confirm that it is you');
    await expectAccessible(page);
    await press(page, 'Use a passkey');
    await heading(page, 'You are signed in');
  });
});

it('speaks the language of the browser, changes it and remembers it', async () => {
  const { page } = await accounts.newPerson();
  await page.goto(`${accounts.gate.url}/onboarding/signup`);
  await heading(page, 'You need an invitation');
  await expectAccessible(page);
  await page.getByRole('combobox', { name: 'Language' }).selectOption('Français');
  await heading(page, 'Il vous faut une invitation');
  await page.goto(`${accounts.gate.url}/online/`);
  await heading(page, 'Se connecter à Alderbrook');
  expect(await page.evaluate(() => document.documentElement.lang)).toBe('fr');
  await page.evaluate(() => localStorage.setItem('wp-language', '<script>'));
  await page.reload();
  await heading(page, 'Sign in to Alderbrook');
});
