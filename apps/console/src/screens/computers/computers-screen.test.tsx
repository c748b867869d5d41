// @vitest-environment jsdom
import { adminDevicesCall } from '@vestibule/contracts';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { given, Refused } from '../../testing/fake-ports.ts';
import { devices, person } from '../../testing/person.ts';
import { show } from '../../testing/show.tsx';

const [greg] = devices.devices;
if (greg === undefined) throw new Error('There is no sample.');
const none = { ...devices, devices: [], total: 0 };
const page = {
  ...devices,
  devices: [
    greg,
    { ...greg, id: '8f3c9a52-3d64-4f0e-9d5b-2a1f5f3b7c11', name: 'ROLLED', isEnforced: false },
    { ...greg, id: '8f3c9a52-3d64-4f0e-9d5b-2a1f5f3b7c12', name: 'NEW', state: 'waiting' as const },
    {
      ...greg,
      id: '8f3c9a52-3d64-4f0e-9d5b-2a1f5f3b7c13',
      name: 'PC-77',
      label: 'Reception',
      verdict: 'not-checked' as const,
      failing: [],
      lastSeenAt: null,
    },
  ],
  total: 120,
  next: 'there',
};

const queries = ({ asked }: ReturnType<typeof show>) =>
  asked.filter(({ call }) => call === adminDevicesCall).map(({ input }) => input.query);

describe('the list of computers', () => {
  it('says of each by how many checks it is kept out, and leads to its person', async () => {
    const { place } = show('/console/computers', [given(adminDevicesCall, page)]);
    const rows = within(await screen.findByRole('table')).getAllByRole('row');
    expect(rows.map((row) => row.textContent)).toEqual([
      'VerdictComputerPersonSystemWorkplaceLast seen',
      expect.stringMatching(/^Kept out by 1GREG-STUDIOGreg Amari gregmacOS 14.83.7.0/),
      expect.stringMatching(/^Would be kept outROLLED/),
      expect.stringMatching(/^Waits for approvalNEW/),
      expect.stringMatching(/^Could not be checkedReceptionPC-77/),
    ]);
    await userEvent.click(screen.getAllByRole('link', { name: 'Greg Amari' })[0] as HTMLElement);
    expect(place.history.at(-1)).toBe(`/console/people/${person.id}`);
  });

  it('leads to each computer', async () => {
    const { place } = show('/console/computers', [given(adminDevicesCall, page)]);
    await userEvent.click(await screen.findByRole('link', { name: 'GREG-STUDIO' }));
    expect(place.history.at(-1)).toBe(`/console/computers/${page.devices[0]?.id}`);
  });

  it('asks the server for what the address says, and keeps each choice as a step of the history', async () => {
    const shown = show(
      '/console/computers?verdict=stopped&system=macos&view=waiting&deadline=OsAutoUpdateEnable&after=x&from=50&sort=odd',
      [given(adminDevicesCall, page)],
    );
    expect(await screen.findByText('51 to 54 of 120')).toBeDefined();
    expect(queries(shown)).toEqual([
      {
        limit: '50',
        state: 'waiting',
        verdict: 'stopped',
        system: 'macos',
        deadline: 'OsAutoUpdateEnable',
        after: 'x',
      },
    ]);
    await userEvent.click(screen.getByRole('button', { name: 'Remove the filter Automatic updates' }));
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Verdict' }), 'Could not be checked');
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'System' }), 'Any system');
    await userEvent.click(screen.getByRole('link', { name: 'Next page' }));
    expect(shown.place.history.map((address) => address.replace('/console/computers', ''))).toEqual([
      '?verdict=stopped&system=macos&view=waiting&deadline=OsAutoUpdateEnable&after=x&from=50&sort=odd',
      '?verdict=stopped&system=macos&view=waiting&sort=odd',
      '?verdict=not-checked&system=macos&view=waiting&sort=odd',
      '?verdict=not-checked&view=waiting&sort=odd',
      '?verdict=not-checked&view=waiting&sort=odd&after=there&from=4',
    ]);
  });

  it('asks for the word that is typed, and not for each of its letters; the address has them at once', async () => {
    const word = 'greg-stud';
    const shown = show('/console/computers', [given(adminDevicesCall, page, none)]);
    await userEvent.type(await screen.findByRole('searchbox'), word, { delay: null });
    expect(shown.place.history.at(-1)).toBe(`/console/computers?search=${word}`);
    expect(await screen.findByText('No computer fits')).toBeDefined();
    await expect.poll(() => queries(shown).at(-1)).toEqual({ limit: '50', search: word });
    expect(queries(shown).length).toBeLessThan(word.length);
  });

  it('says what there is where none fits, none is there yet, or the server does not answer', async () => {
    const shown = show('/console/computers?search=zzz', [given(adminDevicesCall, none, page)]);
    expect(await screen.findByText('No computer fits')).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'Show all computers' }));
    expect(await screen.findByRole('table')).toBeDefined();
    shown.unmount();
    const empty = show('/console/computers', [given(adminDevicesCall, none)]);
    expect(await screen.findByText('No computers yet')).toBeDefined();
    empty.unmount();
    show('/console/computers', [given(adminDevicesCall, new Refused('server_error'), page)]);
    await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('table')).toBeDefined();
  });
});
