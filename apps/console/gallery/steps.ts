import type { Page } from 'playwright-core';

type Step = (page: Page) => Promise<void>;

/** Presses one button after another, each by its whole name. */
const press =
  (...names: readonly string[]): Step =>
  async (page) => {
    for (const name of names) await page.getByRole('button', { name, exact: true }).click();
  };

/** Writes into a field, which the names after it belong to. */
const write =
  (label: string | RegExp, text: string): Step =>
  (page) =>
    page.getByLabel(label).fill(text);

const inTurn =
  (...steps: readonly Step[]): Step =>
  async (page) => {
    for (const step of steps) await step(page);
  };

/** The server is away from now on, after everything was shown. */
const loseConnection: Step = async (page) => {
  await page.getByText('Greg Amari').first().or(page.getByText('Ilse Brandt').first()).waitFor();
  await page.evaluate(() => window.dispatchEvent(new Event('offline')));
  await page.getByText(/^No connection since/).waitFor();
};

const seeDialog =
  (text: string | RegExp): Step =>
  (page) =>
    page.getByRole('dialog').getByText(text).first().waitFor();

/** What a person does until a state is there. */
export const steps: ReadonlyMap<string, Step> = new Map([
  ['people-offline', loseConnection],
  ['person-offline', loseConnection],
  [
    'person-give-access',
    inTurn(write(/^Reason/, 'Disk ordered'), press('Give Greg Amari 4 hours…'), seeDialog(/already\.$/)),
  ],
  [
    'person-block',
    inTurn(press('Block…'), write(/^Reason, /, 'Left us'), press('See what happens'), seeDialog('isBlocked')),
  ],
  ['person-reset', inTurn(press('Reset all…'), press('Reset 1 second factor'), seeDialog(/Type greg to go on/))],
  ['person-refused', inTurn(press('Sign out everywhere…', 'End 1 session'), seeDialog('There is no such person.'))],
  [
    'person-undo',
    inTurn(
      write(/^Reason/, 'Disk ordered'),
      press('Give Greg Amari 4 hours…', 'Give Greg Amari 4 hours'),
      async (page) => page.getByRole('button', { name: 'Undo' }).waitFor(),
    ),
  ],
  ['proof', inTurn(press('Sign out everywhere…', 'End 1 session'), async (page) => page.getByLabel('Code').waitFor())],
  ['sign-in-again', inTurn(press('Sign out everywhere…'), async (page) => page.getByText('Check now').waitFor())],
]);
