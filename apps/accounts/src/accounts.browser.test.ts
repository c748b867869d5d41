import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Gate, startGate } from '../../../e2e/support/gate.ts';
import { vestibule } from '../../../e2e/support/vestibule.ts';
import { codeOf } from './testing/authenticator-app.ts';
import { addAuthenticator, axeFindings, type Person, startBrowser, startPerson } from './testing/real-browser.ts';

const POLICY = 'version: 1\nworkplaceAccessPolicy: Strict\nchecks:\n  OSSupported: { severity: required }\n';
const PASSWORD = 'several unrelated words';
const PERIOD_MS = 30_000;

let folder: string;
let gate: Gate;
let browser: Browser;
const people: Person[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vestibule-accounts-'));
  gate = await startGate(folder, POLICY, false);
  await vestibule(folder, 'company settings set secondFactor=required');
  browser = await startBrowser();
});

afterEach(async () => {
  const complaints = people.flatMap((person) => person.complaints);
  for (const { context } of people.splice(0)) await context.close();
  if (complaints.length > 0) throw new Error(complaints.join('\n'));
});

afterAll(async () => {
  await browser?.close();
  await gate?.stop();
  await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
});

async function newPerson(): Promise<Person> {
  const person = await startPerson(browser);
  people.push(person);
  return person;
}

/** Adds somebody to the company. @returns the link that they are sent */
async function invite(login: string): Promise<string> {
  const printed = await vestibule(
    folder,
    `person add ${login} --name ${login} --email ${login}@alderbrook.example --invite`,
  );
  return /http\S+#invitation=[\w-]+/.exec(printed)?.[0] ?? '';
}

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

async function expectAccessible(page: Page): Promise<void> {
  expect(await axeFindings(page)).toEqual([]);
}

async function givePassword(page: Page, login: string, password: string): Promise<void> {
  await page.goto(`${gate.url}/online/`);
  await page.getByLabel('Login').fill(login);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await press(page, 'Sign in');
}

/** Waits for the page that it leads to: what is opened before that would be in its way. */
async function signOut(page: Page): Promise<void> {
  await press(page, 'Sign out');
  await page.getByText('You are signed out').waitFor();
}

async function giveCode(page: Page, label: string, code: string): Promise<void> {
  await page.getByLabel(label, { exact: true }).fill(code);
  await press(page, 'Confirm');
}

/** Puts the key on the page into an app, confirms it and keeps the codes. */
async function setUpApp(page: Page): Promise<{ readonly secret: string; readonly codes: readonly string[] }> {
  await heading(page, 'Set up your authenticator app');
  const address = await page.getByRole('link', { name: 'Open it in an app on this device' }).getAttribute('href');
  const secret = new URL(address ?? '').searchParams.get('secret') ?? '';
  await giveCode(page, 'Code', codeOf(secret, Date.now()));
  await heading(page, 'Keep your recovery codes');
  return {
    secret,
    codes: await page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem').allTextContents(),
  };
}

/** Somebody who has signed up with PASSWORD and an authenticator app, and is signed in. */
async function signUp(login: string): Promise<{ readonly person: Person; readonly secret: string }> {
  const person = await newPerson();
  const { page } = person;
  await page.goto(await invite(login));
  await page.getByLabel('New password').last().fill(PASSWORD);
  await press(page, 'Create account');
  await press(page, 'Accept and create account');
  await press(page, 'Set up an app');
  const { secret } = await setUpApp(page);
  await press(page, 'Continue');
  await heading(page, 'Set up your access to work');
  return { person, secret };
}

describe('password and authenticator app', () => {
  it('sets the app up at the first sign-in, asks for its code at the next, and takes a recovery code instead', async () => {
    const person = await newPerson();
    const { page } = person;
    await page.goto(`${gate.url}/online/`);
    await heading(page, 'Sign in to Alderbrook');
    await expectAccessible(page);
    await givePassword(page, 'nadia', 'not the password');
    await page.getByText('The login or the password is wrong.').waitFor();
    await expectAccessible(page);
    await givePassword(page, 'nadia', 'doorway-2026');
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

    await givePassword(page, 'nadia', 'doorway-2026');
    await heading(page, 'Confirm that it is you');
    await expectAccessible(page);
    await giveCode(page, 'Code', '000000');
    await page.getByText('The code is wrong or was used already.').waitFor();
    // The code of this half minute was spent when the app was set up.
    await giveCode(page, 'Code', codeOf(secret, Date.now() + PERIOD_MS));
    await heading(page, 'You are signed in');
    await signOut(page);

    await givePassword(page, 'nadia', 'doorway-2026');
    await press(page, 'Use a recovery code instead');
    await giveCode(page, 'Recovery code', (codes[0] ?? '').toLowerCase());
    await heading(page, 'You are signed in');
    await page.getByText(/^9 are left\./).waitFor();
  });

  it('keeps a session that has given the password alone out of everything', async () => {
    const { page } = (await signUp('klara')).person;
    await givePassword(page, 'klara', PASSWORD);
    await heading(page, 'Confirm that it is you');
    await page.goto(`${gate.url}/online/session-status`);
    await page.getByText('Nobody is signed in').waitFor();
    expect(page.url()).toBe(`${gate.url}/online/?reason=not_signed_in`);
    await page.goto(`${gate.url}/online/second-factor`);
    await heading(page, 'Confirm that it is you');
    await press(page, 'Sign in as somebody else');
    await heading(page, 'Sign in to Alderbrook');
    await page.goto(`${gate.url}/online/second-factor`);
    await page.getByText('Nobody is signed in').waitFor();
  });
});

it('signs up by invitation with a password, by keyboard alone', async () => {
  const { page } = await newPerson();
  const link = await invite('ilse');
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
  expect(await focused(page)).toBe('Set up a second factor');
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

describe('passkey', () => {
  it('signs up with one, signs in with it and without a login, adds an app and removes it', async () => {
    const person = await newPerson();
    const { page } = person;
    await addAuthenticator(person);
    await page.goto(await invite('jonas'));
    await press(page, 'Use a passkey instead');
    await press(page, 'Accept and create account');
    await heading(page, 'Keep your recovery codes');
    await press(page, 'Continue');
    await heading(page, 'Set up your access to work');
    await page.goto(`${gate.url}/online/session-status`);
    await heading(page, 'You are signed in');
    await signOut(page);

    await press(page, 'Sign in with a passkey');
    await heading(page, 'You are signed in');
    await page.getByText('jonas@alderbrook.example').waitFor();
    // The only one where one is asked for: it cannot be removed.
    await page.getByText(/Your company asks for a second factor/).waitFor();

    await press(page, 'Add an authenticator app');
    await heading(page, 'Set up your authenticator app');
    const address = await page.getByRole('link', { name: 'Open it in an app on this device' }).getAttribute('href');
    const secret = new URL(address ?? '').searchParams.get('secret') ?? '';
    await giveCode(page, 'Code', codeOf(secret, Date.now()));
    await page.getByText('The authenticator app was added.').first().waitFor();
    await press(page, 'Remove Authenticator app');
    await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
    await page.getByText('Authenticator app was removed.').first().waitFor();
    await expectAccessible(page);
  });

  it('is the second factor after a password', async () => {
    const person = await newPerson();
    const { page } = person;
    await addAuthenticator(person);
    await givePassword(page, 'tomas', 'hallway-2026');
    await press(page, 'Set up a passkey');
    await heading(page, 'Keep your recovery codes');
    await press(page, 'Continue');
    await heading(page, 'You are signed in');
    await signOut(page);
    await givePassword(page, 'tomas', 'hallway-2026');
    await heading(page, 'Confirm that it is you');
    await expectAccessible(page);
    await press(page, 'Use a passkey');
    await heading(page, 'You are signed in');
  });
});

describe('the account', () => {
  it('signs out everywhere: the other browser is out as well', async () => {
    const { person, secret } = await signUp('marta');
    const other = await newPerson();
    await givePassword(other.page, 'marta', PASSWORD);
    await giveCode(other.page, 'Code', codeOf(secret, Date.now() + PERIOD_MS));
    await heading(other.page, 'You are signed in');

    const { page } = person;
    await page.goto(`${gate.url}/online/session-status`);
    await press(page, 'Sign out everywhere');
    await page.getByRole('dialog', { name: 'Sign out everywhere?' }).waitFor();
    await expectAccessible(page);
    await press(page, 'End 2 sessions');
    await page.getByText('You are signed out').waitFor();
    await expectAccessible(page);
    await other.page.reload();
    await other.page.getByText('Nobody is signed in').waitFor();
  });

  it('changes the password: the old one is worth nothing, and the new one has to be a good one', async () => {
    const { person, secret } = await signUp('pavel');
    const { page } = person;
    await page.goto(`${gate.url}/online/session-status/password`);
    await page.getByLabel('Current password', { exact: true }).fill(PASSWORD);
    await page.getByLabel('New password').last().fill('123456789012');
    await press(page, 'Change password');
    await page.getByText(/^This password is too easy to guess/).waitFor();
    await expectAccessible(page);
    await page.getByLabel('New password').last().fill('words of another kind');
    await press(page, 'Change password');
    await page.getByText('The password was changed. Your other sessions have ended.').first().waitFor();
    await signOut(page);
    await givePassword(page, 'pavel', PASSWORD);
    await page.getByText('The login or the password is wrong.').waitFor();
    await givePassword(page, 'pavel', 'words of another kind');
    await giveCode(page, 'Code', codeOf(secret, Date.now() + PERIOD_MS));
    await heading(page, 'You are signed in');
  });
});

it('speaks the language of the browser, changes it and remembers it', async () => {
  const { page } = await newPerson();
  await page.goto(`${gate.url}/onboarding/signup`);
  await heading(page, 'You need an invitation');
  await expectAccessible(page);
  await page.getByRole('combobox', { name: 'Language' }).selectOption('Français');
  await heading(page, 'Il vous faut une invitation');
  await page.goto(`${gate.url}/online/`);
  await heading(page, 'Se connecter à Alderbrook');
  expect(await page.evaluate(() => document.documentElement.lang)).toBe('fr');
  await page.evaluate(() => localStorage.setItem('wp-language', '<script>'));
  await page.reload();
  await heading(page, 'Sign in to Alderbrook');
});

/** The name of what has the focus. */
function focused(page: Page): Promise<string> {
  return page.evaluate(() => {
    const element = document.activeElement;
    const label = element instanceof HTMLInputElement ? element.labels?.[0]?.textContent : null;
    return (label ?? element?.getAttribute('aria-label') ?? element?.textContent ?? '').trim();
  });
}

async function tabTo(page: Page, name: string): Promise<void> {
  for (let presses = 0; presses < 30; presses += 1) {
    if ((await focused(page)) === name) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`The Tab key does not come to "${name}"`);
}
