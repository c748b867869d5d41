import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { administer } from '../../../../e2e/support/administration.ts';
import { type Gate, startGate } from '../../../../e2e/support/gate.ts';
import { axeFindings, startBrowser, startVisitor, type Visitor } from '../../../../e2e/support/visitors.ts';
import { codeOf } from '@vestibule/testing/authenticator-app';

const POLICY = 'version: 1\nworkplaceAccessPolicy: Strict\nchecks:\n  OSSupported: { severity: required }\n';
export const PASSWORD = 'several unrelated words';
export const PERIOD_MS = 30_000;

/** The gate with these pages, which asks for a second factor, and people with browsers of their own. */
export interface Accounts {
  readonly gate: Gate;
  newPerson(): Promise<Visitor>;
  /** Adds someone to the company. @returns the link that they are sent */
  invite(login: string): Promise<string>;
  /** Opens the sign-in page and gives login and password there. */
  givePassword(page: Page, login: string, password: string): Promise<void>;
  /** Someone who has signed up with PASSWORD and an authenticator app, and is signed in. */
  signUp(login: string): Promise<{ readonly person: Visitor; readonly secret: string }>;
  /** Closes the browsers of a test. @throws what the pages complained about */
  endTest(): Promise<void>;
  stop(): Promise<void>;
}

export async function startAccounts(): Promise<Accounts> {
  const folder = await mkdtemp(join(tmpdir(), 'vestibule-accounts-'));
  const [gate, browser] = await Promise.all([startGate(folder, POLICY, false), startBrowser()]);
  const { ask } = await administer(folder);
  await ask('adminSetSettings', { body: { set: { secondFactor: 'required' } } });
  const people: Visitor[] = [];
  const newPerson = async () => {
    const person = await startVisitor(browser);
    people.push(person);
    return person;
  };
  const invite = async (login: string) => {
    const body = { login, displayName: login, email: `${login}@alderbrook.example` };
    const { personId } = await ask('adminAddPerson', { body });
    const { link } = await ask('adminInvitePerson', { parameters: { personId: personId ?? '' } });
    return link ?? '';
  };
  return {
    gate,
    newPerson,
    invite,
    async givePassword(page, login, password) {
      await page.goto(`${gate.url}/online/`);
      await page.getByLabel('Login').fill(login);
      await page.getByLabel('Password', { exact: true }).fill(password);
      await press(page, 'Sign in');
    },
    async signUp(login) {
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
    },
    async endTest() {
      const complaints = people.flatMap((person) => person.complaints);
      for (const { context } of people.splice(0)) await context.close();
      if (complaints.length > 0) throw new Error(complaints.join('\n'));
    },
    async stop() {
      await browser.close();
      await gate.stop();
      await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    },
  };
}

export const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();
export const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

export async function expectAccessible(page: Page): Promise<void> {
  expect(await axeFindings(page)).toEqual([]);
}

/** Waits for the page that it leads to: what is opened before that would be in its way. */
export async function signOut(page: Page): Promise<void> {
  await press(page, 'Sign out');
  await page.getByText('You are signed out').waitFor();
}

export async function giveCode(page: Page, label: string, code: string): Promise<void> {
  await page.getByLabel(label, { exact: true }).fill(code);
  await press(page, 'Confirm');
}

/** The key that the page shows for an authenticator app. */
export async function readSecret(page: Page): Promise<string> {
  const address = await page.getByRole('link', { name: 'Open it in an app on this device' }).getAttribute('href');
  return new URL(address ?? '').searchParams.get('secret') ?? '';
}

/** Puts the key on the page into an app, confirms it and keeps the codes. */
export async function setUpApp(page: Page): Promise<{ readonly secret: string; readonly codes: readonly string[] }> {
  await heading(page, 'Set up your authenticator app');
  const secret = await readSecret(page);
  await giveCode(page, 'Code', codeOf(secret, new Date()));
  await heading(page, 'Keep your recovery codes');
  const list = page.getByRole('list', { name: 'Recovery codes' });
  return { secret, codes: await list.getByRole('listitem').allTextContents() };
}

/** The name of what has the focus. */
export function focused(page: Page): Promise<string> {
  return page.evaluate(() => {
    const element = document.activeElement;
    const label = element instanceof HTMLInputElement ? element.labels?.[0]?.textContent : null;
    return (label ?? element?.getAttribute('aria-label') ?? element?.textContent ?? '').trim();
  });
}

export async function tabTo(page: Page, name: string): Promise<void> {
  for (let presses = 0; presses < 40; presses += 1) {
    if ((await focused(page)) === name) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`The Tab key does not come to "${name}"`);
}
