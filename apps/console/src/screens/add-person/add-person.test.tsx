// @vitest-environment jsdom
import {
  adminAddPersonCall,
  adminInvitePersonCall,
  adminPeopleCall,
  type CallBody,
  mySessionCall,
  signInOptionsCall,
} from '@vestibule/contracts';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { type FakeAnswer, given, Refused } from '../../testing/fake-ports.ts';
import { ilse, nadia } from '../../testing/people.ts';
import { company, session } from '../../testing/samples.ts';
import { show } from '../../testing/show.tsx';

const personId = '0f3c9a52-3d64-4f0e-9d5b-2a1f5f3b7c09';
const link = 'https://gate.alderbrook.example/signup#invitation=abc';
const rehearsed: CallBody<typeof adminAddPersonCall> = {
  isDryRun: true,
  changes: [{ field: 'login', from: null, to: 'lena' }],
  warnings: ['No one else is in the group Pilot.'],
  personId: null,
};
const added = { ...rehearsed, isDryRun: false, personId };
const invitation: CallBody<typeof adminInvitePersonCall> = {
  ...{ isDryRun: false, changes: [], warnings: ['The mail server did not answer.'] },
  ...{ link, expiresAt: '2026-12-03T09:43:00.000Z', isMailed: false },
};
const lena = {
  ...{ displayName: 'Lena Brandt', email: 'lena@alderbrook.example', login: 'lena' },
  ...{ type: 'employee', groups: ['Pilot', 'New York'] },
};

async function open(...answers: readonly FakeAnswer[]) {
  const people = given(adminPeopleCall, { people: [ilse, nadia], total: 2, next: null });
  const shown = show('/console/people', [...answers, people]);
  await screen.findByRole('table');
  await userEvent.click(screen.getByRole('button', { name: 'Add person' }));
  return { ...shown, window: within(await screen.findByRole('dialog', { name: 'Add person' })) };
}

type Opened = Awaited<ReturnType<typeof open>>;

const asked = ({ asked: all }: Opened, call: FakeAnswer['call']) =>
  all.filter((one) => one.call === call).map(({ input }) => input);
const see = ({ window }: Opened) => userEvent.click(window.getByRole('button', { name: 'See what happens' }));
const wrongIn = ({ window }: Opened) =>
  window
    .getAllByRole('textbox')
    .filter((field) => field.getAttribute('aria-invalid') === 'true')
    .map((field) => field.getAttribute('name'));

/** As one who has no mouse. */
async function type() {
  await userEvent.tab();
  await userEvent.keyboard('Lena Brandt{Tab}lena@alderbrook.example{Tab}lena{Tab}{Tab}Pilot, New York, Pilot{Tab}');
}

describe('adding a person', () => {
  it('says what comes to it, adds them, makes the link, and leads to their page', async () => {
    const shown = await open(given(adminAddPersonCall, rehearsed, added), given(adminInvitePersonCall, invitation));
    await type();
    await see(shown);
    expect(await shown.window.findByText('No one else is in the group Pilot.')).toBeDefined();
    const names = `--name 'Lena Brandt' --email lena@alderbrook.example --group Pilot --group 'New York'`;
    expect(shown.window.getByText(`vestibule person add lena ${names} --invite`)).toBeDefined();
    await userEvent.click(shown.window.getByRole('button', { name: 'Add Lena Brandt' }));
    const done = within(await screen.findByRole('dialog', { name: 'Lena Brandt is added' }));
    await userEvent.click(await done.findByRole('button', { name: 'Copy the link' }));
    expect(done.getByText('The mail server did not answer.')).toBeDefined();
    expect(shown.copied).toEqual([link]);
    expect(asked(shown, adminAddPersonCall)).toEqual([{ body: lena, query: { dryRun: 'true' } }, { body: lena }]);
    expect(asked(shown, adminInvitePersonCall)).toEqual([{ parameters: { personId } }]);
    expect(asked(shown, adminPeopleCall).length).toBeGreaterThan(1);
    await userEvent.click(done.getByRole('button', { name: 'Open Lena Brandt' }));
    expect(shown.place.history.at(-1)).toBe(`/console/people/${personId}`);
  });

  it('makes no link where none is wanted, and says how they come to sign in', async () => {
    const shown = await open(given(adminAddPersonCall, rehearsed, added));
    await type();
    await userEvent.click(shown.window.getByRole('checkbox'));
    await see(shown);
    expect(shown.window.queryByText(/--invite$/)).toBeNull();
    await userEvent.click(await shown.window.findByRole('button', { name: 'Add Lena Brandt' }));
    expect(await screen.findByText(/^Lena Brandt can’t sign in here yet/)).toBeDefined();
    expect(asked(shown, adminInvitePersonCall)).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: 'Done' }));
    await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  });

  it('offers no link where people sign in at the identity provider alone', async () => {
    const shown = await open(
      given(signInOptionsCall, { ...company, isPasswordOffered: false }),
      given(adminAddPersonCall, rehearsed, added),
    );
    expect(shown.window.queryByRole('checkbox')).toBeNull();
    await type();
    await see(shown);
    await userEvent.click(await shown.window.findByRole('button', { name: 'Add Lena Brandt' }));
    expect(await screen.findByText(/Lena Brandt needs no link/)).toBeDefined();
    expect(asked(shown, adminInvitePersonCall)).toEqual([]);
  });

  it('says that the link was not made, and why: the person is there all the same', async () => {
    const refusal = new Refused('not_possible', 'A link would open nothing.');
    const shown = await open(given(adminAddPersonCall, rehearsed, added), given(adminInvitePersonCall, refusal));
    await type();
    await see(shown);
    await userEvent.click(await shown.window.findByRole('button', { name: 'Add Lena Brandt' }));
    expect(await screen.findByText(/^A link would open nothing\. The link was not made\./)).toBeDefined();
    expect(screen.getByRole('button', { name: 'Open Lena Brandt' })).toBeDefined();
  });
});

describe('a field that is wrong', () => {
  it('says so once it is left, and the first one has the focus where one goes on all the same', async () => {
    const shown = await open();
    await userEvent.tab();
    await userEvent.keyboard('Lena{Tab}lena{Tab}');
    expect(wrongIn(shown)).toEqual(['email']);
    expect(shown.window.getByText(/^Enter a whole e-mail address/)).toBeDefined();
    await userEvent.clear(shown.window.getByRole('textbox', { name: 'Type' }));
    await userEvent.click(shown.window.getByRole('textbox', { name: /^Groups/ }));
    await userEvent.paste('x'.repeat(121));
    await see(shown);
    expect(wrongIn(shown)).toEqual(['email', 'login', 'type', 'groups']);
    expect(document.activeElement?.getAttribute('name')).toBe('email');
    expect(asked(shown, adminAddPersonCall)).toEqual([]);
  });

  it.each([
    ['login', 1, 'Another person has this login.'],
    ['email', 0, /^Another person has this e-mail address/],
  ] as const)('is found where another person has the same %s', async (name, total, sentence) => {
    const owners: CallBody<typeof adminPeopleCall> = { people: total === 1 ? [nadia] : [], total, next: null };
    const shown = await open(
      given(adminPeopleCall, { people: [ilse], total: 1, next: null }, owners),
      given(adminAddPersonCall, new Refused('already_there', 'It is that of nadia already.')),
    );
    await type();
    await see(shown);
    expect(await shown.window.findByText(sentence)).toBeDefined();
    expect(wrongIn(shown)).toEqual([name]);
    expect(document.activeElement?.getAttribute('name')).toBe(name);
    expect(shown.window.queryByText('It is that of nadia already.')).toBeNull();
    expect(asked(shown, adminPeopleCall).at(-1)).toEqual({ query: { login: 'lena', limit: '1' } });
    await userEvent.keyboard('x');
    expect(wrongIn(shown)).toEqual([]);
  });

  it('leaves every other refusal to the sentence of the server', async () => {
    const shown = await open(given(adminAddPersonCall, new Refused('role_missing', 'That is for others.')));
    await type();
    await see(shown);
    expect(await shown.window.findByText('That is for others.')).toBeDefined();
    expect(wrongIn(shown)).toEqual([]);
  });
});

it.each(['support', 'auditor'] as const)('is absent for the role %s, with one line on top', async (role) => {
  show('/console/people', [
    given(mySessionCall, { ...session, role }),
    given(adminPeopleCall, { people: [ilse], total: 1, next: null }),
  ]);
  await screen.findByRole('table');
  expect(screen.getByText(/^You are /)).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Add person' })).toBeNull();
});
