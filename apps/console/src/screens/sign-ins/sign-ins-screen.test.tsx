// @vitest-environment jsdom
import {
  adminApplicationsCall,
  adminSignInCall,
  adminSignInsCall,
  adminSignInSeriesCall,
  type CallBody,
} from '@vestibule/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { given, Refused } from '../../testing/fake-ports.ts';
import { applications } from '../../testing/person.ts';
import { show } from '../../testing/show.tsx';
import { aroundSignIn, fixedSignIn, fixedStory, series, unknownSignIn } from '../../testing/sign-ins.ts';

const page = (
  signIns: CallBody<typeof adminSignInsCall>['signIns'],
  total: number | null,
  next: string | null = null,
) => ({ signIns, total, next }) satisfies CallBody<typeof adminSignInsCall>;
const first = page([fixedSignIn, unknownSignIn, aroundSignIn], 3);
const always = [given(adminSignInSeriesCall, series), given(adminApplicationsCall, applications)];
const open = (address: string, ...bodies: readonly (CallBody<typeof adminSignInsCall> | Refused)[]) =>
  show(address, [given(adminSignInsCall, ...bodies), given(adminSignInCall, fixedStory), ...always]);

const asks = ({ asked }: ReturnType<typeof show>) =>
  asked.filter(({ call }) => call === adminSignInsCall).map(({ input }): object => input.query ?? {});
/** What the list was asked for, oldest first; what is newer is asked with a limit of 1. */
const queries = (shown: ReturnType<typeof show>) =>
  asks(shown).filter((query) => 'limit' in query && query.limit === '50');
const list = async () => within(await screen.findByRole('table'));

describe('the list of sign-ins', () => {
  it('has a row for each, also where person and computer are not known', async () => {
    open('/console/sign-ins', first);
    const rows = (await list()).getAllByRole('row').map((row) => row.textContent);
    expect(rows).toEqual([
      'OutcomePerson and computerApplicationWhyTookWhen',
      expect.stringMatching(/^Fixed, then let inIlse BrandtIB-LT-0391MailFixed: Firewall48 s\d\d:43$/),
      expect.stringMatching(/^Asked to installNot known yetNo computer has reportedMail\d\d:43$/),
      'Temporary accessNadia KellerIB-LT-0391MailTemporary access, Hard drive encryption“Disk ordered”0.8 s14 Oct',
    ]);
  });

  it('answers who was let in around the gate in October, and why', async () => {
    const shown = open('/console/sign-ins?view=around&since=2026-10-01&until=2026-10-31', page([aroundSignIn], 1));
    await list();
    const from = new Date('2026-10-01T00:00:00.000').toISOString();
    const until = new Date('2026-10-31T23:59:59.999').toISOString();
    expect(queries(shown)).toEqual([{ limit: '50', isAround: 'true', from, until }]);
    expect(screen.getByText('“Disk ordered”')).toBeDefined();
    expect(
      shown.asked.filter(({ call }) => call === adminSignInSeriesCall).map(({ input }) => input.query),
    ).toContainEqual({
      isAround: 'true',
      from,
      until,
      by: 'day',
    });
    expect(screen.queryByText('Live')).toBeNull();
  });

  it('asks the server for what the address says, and leaves out what fits no filter', async () => {
    const { id } = fixedSignIn;
    const shown = open(
      `/console/sign-ins?search=nadia&view=stopped-now&outcome=stopped,not-checked&application=${id}&person=${id}&computer=${id}&check=FirewallEnable&after=x&from=50`,
      page([fixedSignIn], null),
    );
    expect(await screen.findByText('51 to 51')).toBeDefined();
    expect(queries(shown)).toEqual([
      {
        limit: '50',
        search: 'nadia',
        isStoppedNow: 'true',
        outcome: 'stopped,not-checked',
        applicationId: id,
        personId: id,
        deviceId: id,
        checkType: 'FirewallEnable',
        after: 'x',
      },
    ]);
    expect(screen.getByRole('combobox', { name: 'Outcome' })).toHaveProperty('value', 'stopped,not-checked');
    const odd = open('/console/sign-ins?outcome=king&person=x&since=tomorrow&check=Nothing', first);
    await expect.poll(() => queries(odd)).toEqual([{ limit: '50' }]);
  });

  it('keeps each filter and page as a step of the history, and the total over pages', async () => {
    const shown = open('/console/sign-ins', page([fixedSignIn], 120, 'next'), page([aroundSignIn], null));
    await userEvent.click(await screen.findByRole('link', { name: 'Next page' }));
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Outcome' }), 'Let in, not checked');
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Application' }), 'Mail');
    await userEvent.click(screen.getByRole('link', { name: 'Let in around the gate' }));
    const mail = applications.applications[0]?.id ?? '';
    expect(shown.place.history.map((address) => address.replace('/console/sign-ins', ''))).toEqual([
      '',
      '?after=next&from=1',
      '?outcome=not-checked',
      `?outcome=not-checked&application=${mail}`,
      `?outcome=not-checked&application=${mail}&view=around`,
    ]);
  });

  it('says how many are new, and takes them in by a press', async () => {
    const shown = show('/console/sign-ins', [
      // The list, what is newer than it (the rows of the same moment are known), and the list once more.
      given(
        adminSignInsCall,
        page([fixedSignIn, unknownSignIn], 2),
        page([aroundSignIn], 5),
        page([fixedSignIn, unknownSignIn, aroundSignIn], 9),
      ),
      ...always,
    ]);
    await userEvent.click(await screen.findByRole('button', { name: '3 new sign-ins' }));
    await waitFor(async () => expect((await list()).getAllByRole('row')).toHaveLength(4));
    expect(asks(shown)[1]).toEqual({
      limit: '1',
      from: fixedSignIn.at,
    });
  });

  it('says so where nothing fits, and shows all again', async () => {
    const shown = open('/console/sign-ins?search=zzz&since=2026-10-01', page([], 0));
    await userEvent.click(await screen.findByRole('button', { name: 'Show all sign-ins' }));
    expect(shown.place.history.at(-1)).toBe('/console/sign-ins');
    expect(await screen.findByText('No sign-ins yet')).toBeDefined();
  });

  it('fails alone, says by which request, and can be tried again', async () => {
    open('/console/sign-ins', new Refused('database_unreachable', 'The database is away.'), first);
    expect(await screen.findByText('The database is away.')).toBeDefined();
    expect(screen.getByText('Request 4be3f2a1')).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await list();
  });

  it('shows names and reasons as text, whatever is in them', async () => {
    const person = { id: fixedSignIn.id, login: 'x', displayName: '<b>Ilse</b>\u202E' };
    open('/console/sign-ins', page([{ ...aroundSignIn, person, reason: '<script>' }], 1));
    expect(await screen.findByRole('link', { name: '<b>Ilse</b>\u202E' })).toBeDefined();
    expect(screen.getByText('“<script>”').tagName).toBe('BDI');
  });
});

describe('the bars', () => {
  it('say their finding, and every number in a table', async () => {
    open('/console/sign-ins', first);
    const name = /^14 sign-ins. At most 9 at .*1 fixed, 2 around the gate, 2 kept out.$/;
    expect(await screen.findByRole('img', { name })).toBeDefined();
    await userEvent.click(screen.getByText('Show as table'));
    const table = await screen.findByRole('table', { name: 'Show as table' });
    const cells = within(table)
      .getAllByRole('row')
      .map((row) =>
        within(row)
          .queryAllByRole('cell')
          .map((one) => one.textContent),
      );
    expect(cells).toEqual([[], ['6', '1', '0', '2', '0'], ['2', '0', '2', '0', '1']]);
  });
});

describe('the story of one', () => {
  it('says who gave what led around the gate, and why', async () => {
    const story = given(adminSignInCall, { ...fixedStory, ...aroundSignIn });
    show(`/console/sign-ins?open=${aroundSignIn.id}`, [given(adminSignInsCall, first), story, ...always]);
    const told = within(await screen.findByRole('complementary', { name: 'Nadia Keller to Mail' }));
    expect(await told.findByText('Temporary access, by asha: “Disk ordered”')).toBeDefined();
  });

  it('opens in the address, says each step by the names of checks, and gives focus back', async () => {
    const shown = open('/console/sign-ins', first);
    const link = await screen.findByRole('link', { name: 'Ilse Brandt' });
    await userEvent.click(link);
    expect(shown.place.history.at(-1)).toBe(`/console/sign-ins?open=${fixedSignIn.id}`);
    const story = within(await screen.findByRole('complementary', { name: 'Ilse Brandt to Mail' }));
    const steps = within(story.getByRole('list', { name: 'What happened' })).getAllByRole('listitem');
    expect(steps.map((step) => step.textContent)).toEqual([
      expect.stringMatching(/:43:02Mail asked to sign in, by SAML\.$/),
      '+1.4 sComputer read: 15 of 16 checks passed. Kept out by 1: Firewall.',
      '+48 sLet in.',
    ]);
    expect(story.getByRole('img', { name: 'Gate 1.9 s, person 40 s, fix 6.1 s' })).toBeDefined();
    expect(story.getByText('Nothing. The computer was repaired and met the policy.')).toBeDefined();
    expect(story.getByRole('link', { name: 'Open person' }).getAttribute('href')).toBe(
      `/console/people/${fixedSignIn.person?.id}`,
    );
    expect(story.getByRole('link', { name: 'Open computer' }).getAttribute('href')).toBe(
      `/console/computers/${fixedSignIn.device?.id}`,
    );
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('complementary')).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Ilse Brandt' }));
  });

  it('fails alone: the list stays', async () => {
    show(`/console/sign-ins?open=${fixedSignIn.id}`, [
      given(adminSignInsCall, first),
      given(adminSignInCall, new Refused('not_found', 'There is no such sign-in in this company.')),
      ...always,
    ]);
    expect(await screen.findByText('There is no such sign-in in this company.')).toBeDefined();
    expect((await list()).getAllByRole('row')).toHaveLength(4);
  });
});
