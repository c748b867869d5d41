// @vitest-environment jsdom
import { adminPeopleCall, type CallBody } from '@vestibule/contracts';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { given, Refused } from '../../testing/fake-ports.ts';
import { ilse, nadia } from '../../testing/people.ts';
import { show } from '../../testing/show.tsx';

const none: CallBody<typeof adminPeopleCall> = { people: [], total: 0, next: null };
const first: CallBody<typeof adminPeopleCall> = { people: [ilse, nadia], total: 120, next: 'nadia' };

/** What the list was asked for, oldest first. */
const queries = ({ asked }: ReturnType<typeof show>) =>
  asked.filter(({ call }) => call === adminPeopleCall).map(({ input }) => input.query);

describe('the list of people', () => {
  it('has a row for each, which opens the person', async () => {
    const { place } = show('/console/people', [given(adminPeopleCall, first)]);
    const rows = within(await screen.findByRole('table')).getAllByRole('row');
    expect(rows.map((row) => row.textContent)).toEqual([
      'PersonVerdictGroupsRoleComputersLast seen',
      expect.stringMatching(/^Ilse BrandtilseKept outeurope, salesAdministrator2\d\d:00$/),
      'Nadia KellernadiaBlocked0',
    ]);
    await userEvent.click(screen.getByRole('link', { name: 'Nadia Keller' }));
    expect(place.history.at(-1)).toBe(`/console/people/${nadia.id}`);
  });

  it('asks the server for what the address says, and leaves out what fits no filter', async () => {
    const shown = show(
      '/console/people?search=kel&role=support&verdict=stopped&view=blocked&group=Sales&without=workplace&after=ilse&from=50&color=red',
      [given(adminPeopleCall, first)],
    );
    expect(await screen.findByText('51 to 52 of 120')).toBeDefined();
    expect(queries(shown)).toEqual([
      {
        limit: '50',
        search: 'kel',
        group: 'Sales',
        isBlocked: 'true',
        role: 'support',
        verdict: 'stopped',
        without: 'workplace',
        after: 'ilse',
      },
    ]);
    expect(screen.getByRole('searchbox', { name: 'Name, login or e-mail address' })).toHaveProperty('value', 'kel');
    expect(screen.getByRole('link', { name: /^Blocked/ }).getAttribute('aria-current')).toBe('true');
    await userEvent.click(screen.getByRole('button', { name: 'Remove the filter Workplace' }));
    expect(shown.place.history.at(-1)).not.toContain('without');
    shown.unmount();
    const odd = show('/console/people?role=king&view=all&from=x', [given(adminPeopleCall, first)]);
    await expect.poll(() => queries(odd)).toEqual([{ limit: '50' }]);
  });

  it('keeps each filter and page as a step of the history, and a search as one', async () => {
    const shown = show('/console/people', [given(adminPeopleCall, first)]);
    await screen.findByRole('table');
    await userEvent.click(screen.getByRole('link', { name: 'Next page' }));
    await userEvent.type(screen.getByRole('searchbox'), 'kel');
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Role' }), 'Help desk');
    await userEvent.type(screen.getByRole('textbox', { name: 'Group' }), 'Sales{Enter}');
    await userEvent.click(screen.getByRole('link', { name: 'Blocked12' }));
    await userEvent.click(screen.getByRole('button', { name: 'Remove the filter Sales' }));
    expect(shown.place.history.map((address) => address.replace('/console/people', ''))).toEqual([
      '',
      '?after=nadia&from=2',
      '?search=kel',
      '?search=kel&role=support',
      '?search=kel&role=support&group=Sales',
      '?search=kel&role=support&group=Sales&view=blocked',
      '?search=kel&role=support&view=blocked',
    ]);
  });

  it('says so where no one fits, and shows everyone again', async () => {
    const shown = show('/console/people?search=zzz', [given(adminPeopleCall, none, first)]);
    expect(await screen.findByText('No one fits')).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'Show everyone' }));
    expect(await screen.findByRole('table')).toBeDefined();
    expect(shown.place.history.at(-1)).toBe('/console/people');
  });

  it('says where people come from while there are none', async () => {
    show('/console/people', [given(adminPeopleCall, none)]);
    expect(await screen.findByText('No people yet')).toBeDefined();
    expect(screen.getByText('vestibule person import people.csv --dry-run')).toBeDefined();
  });

  it('fails alone, says by which request, and can be tried again', async () => {
    show('/console/people', [
      given(adminPeopleCall, new Refused('database_unreachable', 'The database is away.'), first),
    ]);
    expect(await screen.findByText('The database is away.')).toBeDefined();
    expect(screen.getByText('Request 4be3f2a1')).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('table')).toBeDefined();
  });

  it('shows names as text, whatever is in them', async () => {
    const odd = { ...ilse, displayName: '<b>Ilse</b>\u202E', groups: ['<script>\u202E', 'sales'] };
    show('/console/people', [given(adminPeopleCall, { people: [odd], total: 1, next: null })]);
    expect(await screen.findByRole('link', { name: '<b>Ilse</b>\u202E' })).toBeDefined();
    expect(screen.getByText('\u2068<script>\u202E\u2069, sales').tagName).toBe('BDI');
  });
});
