import type { Browser, Page } from 'playwright-core';
import type { AdminRole } from '@vestibule/contracts';
import { codeOf } from '@vestibule/testing/authenticator-app';
import { administer } from './administration.ts';
import type { Gate } from './gate.ts';
import { startVisitor } from './visitors.ts';

export interface Administrator {
  readonly page: Page;
  readonly complaints: readonly string[];
  /** Of their authenticator app. */
  readonly secret: string;
}

export const ADMINISTRATOR_PASSWORD = 'several unrelated words';

interface Newcomer {
  readonly login: string;
  readonly displayName: string;
  readonly groups?: readonly string[];
  readonly role?: AdminRole;
}

/** Someone with a role, who has just set up an account with a second factor in a browser of their own. */
export async function startAdministrator(
  browser: Browser,
  gate: Pick<Gate, 'dataFolder'>,
  { login, displayName, groups = [], role = 'administrator' }: Newcomer,
): Promise<Administrator> {
  const { ask } = await administer(gate.dataFolder);
  const email = `${login}@alderbrook.example`;
  const { personId } = await ask('adminAddPerson', { body: { login, displayName, email, groups: [...groups] } });
  if (personId === null) throw new Error(`${login} was not added.`);
  await ask('adminSetRole', { parameters: { personId }, body: { role } });
  const { link } = await ask('adminInvitePerson', { parameters: { personId } });
  const { page, complaints } = await startVisitor(browser);
  await page.goto(link ?? '');
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  await page.getByLabel('New password').last().fill(ADMINISTRATOR_PASSWORD);
  await press('Create account');
  await press('Accept and create account');
  await press('Set up an app');
  await page.getByRole('heading', { level: 1, name: 'Set up your authenticator app' }).waitFor();
  const address = await page.getByRole('link', { name: 'Open it in an app on this device' }).getAttribute('href');
  const secret = new URL(address ?? '').searchParams.get('secret') ?? '';
  await page.getByLabel('Code', { exact: true }).fill(codeOf(secret, new Date()));
  await press('Confirm');
  await page.getByRole('heading', { level: 1, name: 'Keep your recovery codes' }).waitFor();
  await press('Continue');
  return { page, complaints, secret };
}
