import type { Page } from 'playwright-core';

const signIn = async (page: Page) => {
  await page.getByLabel('Login').fill('nadia');
  await page.getByLabel('Password', { exact: true }).fill('not it');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
};

const press = (name: string) => (page: Page) => page.getByRole('button', { name, exact: true }).click();

const giveCode = async (page: Page) => {
  await page.getByLabel('Code').fill('123456');
  await page.getByRole('button', { name: 'Confirm' }).click();
};

const fillIn = async (page: Page, password: string) => {
  await page.getByLabel('New password').last().fill(password);
  await page.getByRole('button', { name: 'Create account' }).click();
};

/** What a person does until a state is there. */
export const steps: ReadonlyMap<string, (page: Page) => Promise<void>> = new Map([
  ['sign-in-wrong', signIn],
  ['sign-in-locked', signIn],
  ['sign-in-disabled', signIn],
  ['sign-in-network', signIn],
  ['sign-in-other-way', press('Sign in another way')],
  [
    'sign-in-other-way-wrong',
    async (page) => {
      await press('Sign in another way')(page);
      await signIn(page);
    },
  ],
  ['sign-in-empty', press('Sign in')],
  ['sign-in-passkey-cancelled', press('Sign in with a passkey')],
  ['second-factor-recovery', press('Use a recovery code instead')],
  ['second-factor-wrong', giveCode],
  ['second-factor-locked', giveCode],
  ['second-factor-cancelled', press('Use a passkey')],
  ['enroll-codes', giveCode],
  ['status-everywhere', press('Sign out everywhere')],
  ['status-remove', press('Remove Chrome 143 · Windows')],
  [
    'password-weak',
    async (page) => {
      await page.getByLabel('Current password').fill('doorway-2026');
      await page.getByLabel('New password').last().fill('Alderbrook-2026');
      await page.getByRole('button', { name: 'Change password' }).click();
    },
  ],
  ['passkey-there', press('Add passkey')],
  ['signup-short', (page) => fillIn(page, 'short')],
  ['signup-agreement', (page) => fillIn(page, 'several unrelated words')],
]);
