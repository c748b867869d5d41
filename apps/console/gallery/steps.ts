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
  await page.getByText('Say on the phone').or(page.getByText('Ilse Brandt').first()).waitFor();
  await page.evaluate(() => window.dispatchEvent(new Event('offline')));
  await page.getByText(/^No connection since/).waitFor();
};

/** Writes into a field of the window that is open. */
const inDialog =
  (label: string, text: string): Step =>
  (page) =>
    page.getByRole('dialog').getByLabel(label).fill(text);

/** Searches for a word. */
const search = (word: string, found: string | RegExp): Step =>
  inTurn(
    (page) => page.keyboard.press('Control+k'),
    (page) => page.getByRole('searchbox', { name: /^Search people, computers/ }).fill(word),
    (page) => page.getByText(found).first().waitFor(),
  );

/** Makes the firewall a check that keeps people out, and waits until that is counted. */
const changePolicy: Step = async (page) => {
  await page.getByRole('group', { name: 'Severity of Firewall' }).getByText('Required').click();
  await page.getByText(/^Judged .* by the last report/).waitFor();
};

const seeDialog =
  (text: string | RegExp): Step =>
  (page) =>
    page.getByRole('dialog').getByText(text).first().waitFor();

/** Says who a new person is. */
const addLena = inTurn(
  press('Add person'),
  inDialog('First and last name', 'Lena Brandt'),
  inDialog('E-mail', 'lena.brandt@alderbrook.example'),
  inDialog('Login', 'lena'),
  inDialog('Groups, with commas between them', 'Sales, Pilto'),
  press('See what happens'),
);

/** Says what a new application is. */
const addMail = inTurn(
  press('Add application'),
  inDialog('Name', 'Mail'),
  inDialog('Address of its metadata', 'https://mail.example.com/saml/metadata'),
  press('See what happens'),
);

const addBoard = inTurn(
  press('Add application'),
  inDialog('Name', 'Board'),
  (page) => page.getByRole('dialog').getByText('OpenID Connect').click(),
  inDialog('Redirect addresses, one on each line', 'https://board.example.com/callback'),
  press('See what happens', 'Add Board'),
  seeDialog(/^The secret is shown this once/),
);

/** What says that something is done goes away by an animation, which a picture would let end. */
const holdToast: Step = async (page) => {
  await page.getByRole('button', { name: 'Undo' }).waitFor();
  await page.evaluate(() => {
    for (const animation of document.getAnimations()) animation.playbackRate = 0;
  });
};

/** What a person does until a state is there. */
export const steps: ReadonlyMap<string, Step> = new Map([
  ['people-offline', loseConnection],
  ['people-add', inTurn(addLena, seeDialog(/^No one else is in the group/))],
  [
    'people-add-wrong',
    inTurn(
      press('Add person'),
      inDialog('First and last name', 'Lena Brandt'),
      inDialog('E-mail', 'lena.brandt'),
      press('See what happens'),
      seeDialog(/^Enter a login/),
    ),
  ],
  ['people-add-taken', inTurn(addLena, seeDialog('Another person has this login.'))],
  ['people-added', inTurn(addLena, press('Add Lena Brandt'), seeDialog(/^This link is shown once/))],
  ['applications-add', inTurn(addMail, (page) => page.getByRole('button', { name: 'Add Mail' }).waitFor())],
  ['applications-add-wrong', inTurn(press('Add application', 'See what happens'), seeDialog(/^Enter a name/))],
  ['applications-added', addBoard],
  ['person-offline', loseConnection],
  [
    'person-give-access',
    inTurn(write(/^Reason/, 'Disk ordered'), press('Give Greg Amari 4 hours…'), seeDialog(/already\.$/)),
  ],
  ['person-reset', inTurn(press('Reset all…'), press('Reset 1 second factor'), seeDialog(/Type greg to go on/))],
  [
    'person-undo',
    inTurn(write(/^Reason/, 'Disk ordered'), press('Give Greg Amari 4 hours…', 'Give Greg Amari 4 hours'), holdToast),
  ],
  ['proof', inTurn(press('Sign out everywhere…', 'End 1 session'), async (page) => page.getByLabel('Code').waitFor())],
  [
    'sign-in-again',
    inTurn(press('Sign out everywhere…'), async (page) => page.getByText('I have signed in').waitFor()),
  ],
  [
    'computer-retire',
    inTurn(press('Retire…'), (page) => page.getByRole('button', { name: 'Retire GREG-STUDIO' }).waitFor()),
  ],
  [
    'gate-enforce',
    inTurn(
      press('Enforce the policy…'),
      inDialog('Reason, for the audit log', 'The pilot is over.'),
      press('See what happens'),
      seeDialog(/^More than 5 % of the people/),
    ),
  ],
  ['gate-plan', inTurn(press('Plan a stage…', 'See what happens'), seeDialog('Fill in what is missing above.'))],
  ['first-steps-packages', inTurn(press('Get the packages…'), seeDialog('Browser extension'))],
  ['policy-changed', changePolicy],
  ['policy-text', (page) => page.locator('.cm-line').first().waitFor()],
  [
    'policy-review',
    inTurn(
      changePolicy,
      press('Review and publish'),
      inDialog('Reason, for the audit log', 'Agreed on with the works council.'),
      press('See what happens'),
      seeDialog(/^More than 5 % of/),
    ),
  ],
  [
    'policy-conflict',
    inTurn(
      changePolicy,
      press('Review and publish'),
      inDialog('Reason, for the audit log', 'Disks.'),
      press('See what happens'),
      seeDialog(/^Another policy holds/),
      press('Cancel'),
      (page) => page.getByText('A colleague published another policy while you wrote').waitFor(),
    ),
  ],
  ['waiting-give', inTurn(press('Give access…', 'See what happens'), seeDialog('hours'))],
  [
    'menu',
    async (page) => {
      await page.setViewportSize({ width: 360, height: 780 });
      await press('Menu')(page);
      await page.getByRole('dialog').getByRole('link', { name: 'People', exact: true }).waitFor();
    },
  ],
  [
    'search',
    inTurn(
      (page) => page.keyboard.press('Control+k'),
      (page) => page.getByRole('listbox').waitFor(),
    ),
  ],
  ['search-found', search('lena', 'Lena Brandt')],
  ['search-nothing', search('zzz', /^Nothing is called so/)],
  ['search-failed', search('lena', /^This search did not get through/)],
  [
    'keys',
    inTurn(
      (page) => page.keyboard.press('?'),
      (page) => page.getByRole('dialog').waitFor(),
    ),
  ],
]);
