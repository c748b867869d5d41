import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { codeOf } from '@vestibule/testing/authenticator-app';
import {
  type Accounts,
  expectAccessible,
  focused,
  giveCode,
  heading,
  PASSWORD,
  PERIOD_MS,
  press,
  setUpApp,
  signOut,
  startAccounts,
  tabTo,
} from './testing/real-accounts.ts';

let accounts: Accounts;
beforeAll(async () => {
  accounts = await startAccounts();
});
afterEach(() => accounts.endTest());
afterAll(() => accounts?.stop());

it('signs up by invitation with a password, by keyboard alone', async () => {
  const { page } = await accounts.newPerson();
  const link = await accounts.invite('ilse');
  await page.goto(link);
  await heading(page, 'Create your account');
  await expectAccessible(page);
  await tabTo(page, 'Your name');
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('Ilse Brandt');
  await tabTo(page, 'New password');
  await page.keyboard.type('ilse');
  await page.keyboard.press('Enter');
  await page.getByText('It has fewer than 12 characters.').waitFor();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Licence agreement' }).waitFor();
  await page.getByText('What you may do.').waitFor();
  await expectAccessible(page);
  await tabTo(page, 'Accept and create account');
  await page.keyboard.press('Enter');
  await heading(page, 'Set up a second factor');
  await expect.poll(() => focused(page)).toBe('Set up a second factor');
  await tabTo(page, 'Set up an app');
  await page.keyboard.press('Enter');
  await setUpApp(page);
  await tabTo(page, 'Continue');
  await page.keyboard.press('Enter');
  await heading(page, 'Set up your access to work');
  expect(new URL(page.url()).pathname).toBe('/onboarding/in-progress');
  await page.getByText('2 of 4 steps are done.').waitFor();
  await expectAccessible(page);

  await page.goto(link);
  await page.reload();
  await heading(page, 'This invitation cannot be used');
  await expectAccessible(page);
});

describe('the account', () => {
  it('signs out everywhere: the other browser is out as well', async () => {
    const { person, secret } = await accounts.signUp('marta');
    const other = await accounts.newPerson();
    await accounts.givePassword(other.page, 'marta', PASSWORD);
    await giveCode(other.page, 'Code', codeOf(secret, new Date(Date.now() + PERIOD_MS)));
    await heading(other.page, 'You are signed in');

    const { page } = person;
    await page.goto(`${accounts.gate.url}/online/session-status`);
    await press(page, 'Sign out everywhere');
    await page.getByRole('dialog', { name: 'Sign out everywhere?' }).waitFor();
    await expectAccessible(page);
    await press(page, 'End 2 sessions');
    await page.getByText('You are signed out').waitFor();
    await expectAccessible(page);
    await other.page.reload();
    await other.page.getByText('No one is signed in').waitFor();
  });

  it('is signed in to and out of by keyboard alone', async () => {
    const { person, secret } = await accounts.signUp('lena');
    const { page } = person;
    await page.goto(`${accounts.gate.url}/online/`);
    await heading(page, 'Sign in to Alderbrook');
    await tabTo(page, 'Login');
    await page.keyboard.type('lena');
    await tabTo(page, 'Password');
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press('Enter');
    await heading(page, 'Confirm that it is you');
    await tabTo(page, 'Code');
    await page.keyboard.type(codeOf(secret, new Date(Date.now() + PERIOD_MS)));
    await page.keyboard.press('Enter');
    await heading(page, 'You are signed in');
    await tabTo(page, 'Sign out');
    await page.keyboard.press('Enter');
    await page.getByText('You are signed out').waitFor();
    expect(page.url()).toBe(`${accounts.gate.url}/online/?done=signed-out`);
  });

  it('has no findings on the pages where it is changed', async () => {
    const { page } = (await accounts.signUp('oskar')).person;
    for (const [path, title] of [
      ['password', 'Change your password'],
      ['passkey', 'Add a passkey'],
      ['authenticator', 'Set up your authenticator app'],
      ['recovery-codes', 'New recovery codes'],
    ] as const) {
      await page.goto(`${accounts.gate.url}/online/session-status/${path}`);
      await heading(page, title);
      await expectAccessible(page);
    }
    await press(page, 'Make new codes');
    await page.getByRole('list', { name: 'Recovery codes' }).waitFor();
    await expectAccessible(page);
  });

  it('changes the password: the old one is worth nothing, and the new one has to be a good one', async () => {
    const { person, secret } = await accounts.signUp('pavel');
    const { page } = person;
    await page.goto(`${accounts.gate.url}/online/session-status/password`);
    await page.getByLabel('Current password', { exact: true }).fill(PASSWORD);
    await page.getByLabel('New password').last().fill('123456789012');
    await press(page, 'Change password');
    await page.getByText(/^This password is too easy to guess/).waitFor();
    await expectAccessible(page);
    await page.getByLabel('New password').last().fill('words of another kind');
    await press(page, 'Change password');
    await page.getByText('The password was changed. Your other sessions have ended.').first().waitFor();
    await signOut(page);
    await accounts.givePassword(page, 'pavel', PASSWORD);
    await page.getByText('The login or the password is wrong.').waitFor();
    await accounts.givePassword(page, 'pavel', 'words of another kind');
    await giveCode(page, 'Code', codeOf(secret, new Date(Date.now() + PERIOD_MS)));
    await heading(page, 'You are signed in');
  });
});
