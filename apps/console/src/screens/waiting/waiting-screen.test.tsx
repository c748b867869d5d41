// @vitest-environment jsdom
import {
  adminAccessGrantsCall,
  adminAccessRequestsCall,
  adminApproveAccessCall,
  adminApproveDeviceCall,
  adminApproveSeenDevicesCall,
  adminBlockDeviceCall,
  adminDeadlinesCall,
  adminDevicesCall,
  adminGateCall,
  adminGrantAccessCall,
  adminRefuseAccessCall,
  adminRetireDeviceCall,
  adminRevokeAccessCall,
  adminStatusCall,
  type Call,
  mySessionCall,
} from '@vestibule/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { type FakeAnswer, given, Refused } from '../../testing/fake-ports.ts';
import { grants } from '../../testing/person.ts';
import { gate, session, status } from '../../testing/samples.ts';
import { show } from '../../testing/show.tsx';
import {
  allThatWaits,
  grantThatWaits,
  requests,
  secondKey,
  waitingComputer,
  waitingComputers,
} from '../../testing/waiting.ts';

const noComputers = { ...waitingComputers, devices: [], total: 0 };
const nothing: readonly FakeAnswer[] = [
  given(adminAccessRequestsCall, { requests: [] }),
  given(adminAccessGrantsCall, grants),
  given(adminDevicesCall, noComputers),
  given(adminDeadlinesCall, { deadlines: [] }),
];
const open = (address = '', answers: readonly FakeAnswer[] = []) =>
  show(`/console/waiting${address}`, [...answers, ...allThatWaits]);
const changed = { isDryRun: false, changes: [{ field: 'state', from: 'waiting', to: 'approved' }], warnings: [] };
const asks = ({ asked }: ReturnType<typeof show>, wanted: Call) =>
  asked.filter(({ call }) => call === wanted).map(({ input }) => input);
const detail = async (name: string | RegExp) => within(await screen.findByRole('complementary', { name }));
const rows = async () =>
  within(await screen.findByRole('region', { name: 'What waits' }))
    .getAllByRole('listitem')
    .map((row) => row.textContent);
const dialog = async () => within(await screen.findByRole('dialog'));
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));

describe('what waits', () => {
  it('stands in groups, the one who has waited longest first and open', async () => {
    const shown = open();
    expect(await rows()).toEqual([
      expect.stringMatching(/^Greg Amari asks for access to Mail“My flight leaves in an hour.”\d\d:39$/),
      expect.stringMatching(/^Access of Greg Amari wants a second administrator“Disk ordered”\d\d:31$/),
      expect.stringMatching(/^RECEPTION-2 of Greg AmarimacOS 14.8\d\d:43$/),
      expect.stringMatching(/^TOKYO-MEET-3 of Greg AmarimacOS 14.8\d\d:17$/),
      'Required soon: Automatic updates61 computers would be stopped, if nothing changes30 Nov',
    ]);
    await detail('Greg Amari asks for access to Mail');
    expect(asks(shown, adminDevicesCall)).toEqual([{ query: { state: 'waiting', limit: '50' } }]);
  });

  it('shows one kind by its address, and says so where none of it is left', async () => {
    open('?kind=computers');
    expect(await rows()).toHaveLength(2);
    const shown = open('?kind=access', [given(adminAccessRequestsCall, { requests: [] })]);
    await press('Show all');
    expect(shown.place.history.at(-1)).toBe('/console/waiting');
  });

  it('says of a date to come when, how many it stops, and which they are', async () => {
    open('?item=OsAutoUpdateEnable');
    const shown = await detail('Required soon: Automatic updates');
    expect(shown.getByText(/^30 November 2026/)).toBeDefined();
    expect(shown.getByRole('link', { name: '61 computers' }).getAttribute('href')).toBe(
      '/console/computers?deadline=OsAutoUpdateEnable',
    );
    expect(shown.getByText('Of 58 people')).toBeDefined();
    expect(shown.getByRole('link', { name: 'Go to Policy' }).getAttribute('href')).toBe(
      '/console/policy?check=OsAutoUpdateEnable',
    );
  });

  it('says when a request ends by itself', async () => {
    open();
    expect((await detail('Greg Amari asks for access to Mail')).getByText(/^27 November 2026/)).toBeDefined();
  });

  it('has person, number to compare, system and since when of a computer, and warns of another key', async () => {
    open(`?item=${waitingComputer.id}`);
    const shown = await detail('TOKYO-MEET-3 of Greg Amari');
    expect(shown.getByText(waitingComputer.deviceId)).toBeDefined();
    expect(shown.getByText('macOS 14.8')).toBeDefined();
    expect(shown.getByText(/^\d\d:17$/)).toBeDefined();
    expect(shown.getByRole('link', { name: 'Greg Amari' }).getAttribute('href')).toBe(
      `/console/people/${waitingComputer.personId}`,
    );
    expect(shown.queryByText(/^Another key/)).toBeNull();
    await userEvent.click(screen.getByRole('link', { name: 'RECEPTION-2 of Greg Amari' }));
    expect((await detail('RECEPTION-2 of Greg Amari')).getByText(/^Another key/)).toBeDefined();
    expect(document.activeElement?.textContent).toBe('RECEPTION-2 of Greg Amari');
  });

  it('says so where nothing waits, and where what was chosen is answered already', async () => {
    show('/console/waiting', nothing);
    expect(await screen.findByText('Nothing is waiting')).toBeDefined();
    open(`?item=${grants.grants[0]?.id}`);
    expect(await screen.findByText('This is answered already, or gone. Choose another one.')).toBeDefined();
  });

  it('fails alone, says by which request, and can be tried again', async () => {
    open('', [given(adminDevicesCall, new Refused('database_unreachable', 'The database is away.'), waitingComputers)]);
    expect(await screen.findByText('The database is away.')).toBeDefined();
    expect(screen.getByText('Request 4be3f2a1')).toBeDefined();
    await press('Try again');
    expect(await rows()).toHaveLength(5);
  });

  it('shows names and reasons as text, whatever is in them', async () => {
    const [request] = requests.requests;
    if (request === undefined) throw new Error('There is no sample.');
    const odd = { ...request, displayName: '<b>Greg</b>\u202E', reason: '<script>' };
    open('', [given(adminAccessRequestsCall, { requests: [odd] })]);
    expect(
      await screen.findByRole('link', { name: '\u2068<b>Greg</b>\u202E\u2069 asks for access to Mail' }),
    ).toBeDefined();
    expect(screen.getAllByText('“<script>”').map(({ tagName }) => tagName)).toEqual(['BDI', 'BDI']);
  });

  it.each([
    ['auditor', [], /You look/],
    ['support', ['Approve…'], /./],
    ['administrator', ['Approve…', 'Block…', 'Retire…'], null],
  ] as const)('offers a role what it may do: %s', async (role, offered, line) => {
    open(`?item=${waitingComputer.id}`, [given(mySessionCall, { ...session, role })]);
    const shown = await detail('TOKYO-MEET-3 of Greg Amari');
    const buttons = shown
      .queryAllByRole('button')
      .map((button) => button.textContent)
      .filter((one) => one !== '');
    expect(buttons).toEqual(offered);
    expect(screen.queryAllByRole('status').some(({ textContent }) => textContent !== '')).toBe(line !== null);
  });
});

describe('help desk where the device check is a second factor', () => {
  it('is told who approves computers, and not offered it', async () => {
    const company = status.company && { ...status.company, computersApprovedBy: 'administrator' as const };
    open(`?item=${waitingComputer.id}`, [
      given(mySessionCall, { ...session, role: 'support' }),
      given(adminStatusCall, { ...status, company }),
    ]);
    const shown = await detail('TOKYO-MEET-3 of Greg Amari');
    expect(shown.queryByRole('button', { name: /Approve/ })).toBeNull();
    expect(screen.getByText(/Only administrators approve computers here/)).toBeDefined();
  });
});

describe('an answer', () => {
  it('approves a computer: what would happen first, then the thing itself, with its command', async () => {
    const shown = open(`?item=${waitingComputer.id}`, [given(adminApproveDeviceCall, changed)]);
    await press('Approve…');
    const window = await dialog();
    expect(await window.findByText('approved')).toBeDefined();
    expect(window.getByText(`vestibule device approve ${waitingComputer.id}`)).toBeDefined();
    await userEvent.click(window.getByRole('button', { name: 'Approve TOKYO-MEET-3' }));
    expect(await screen.findAllByText('TOKYO-MEET-3 is approved.')).not.toHaveLength(0);
    const parameters = { id: waitingComputer.id };
    expect(asks(shown, adminApproveDeviceCall)).toEqual([{ parameters, query: { dryRun: 'true' } }, { parameters }]);
    await waitFor(() => expect(asks(shown, adminDevicesCall)).toHaveLength(2));
  });

  it('blocks one with a reason, and takes that back', async () => {
    const shown = open(`?item=${secondKey.id}`, [given(adminBlockDeviceCall, changed)]);
    await press('Block…');
    const window = await dialog();
    await userEvent.type(window.getByRole('textbox', { name: 'Reason, for the audit log' }), 'not theirs');
    await userEvent.click(window.getByRole('button', { name: 'See what happens' }));
    await userEvent.click(await window.findByRole('button', { name: 'Block RECEPTION-2' }));
    await press('Undo');
    await waitFor(() =>
      expect(asks(shown, adminBlockDeviceCall).slice(1)).toEqual([
        { parameters: { id: secondKey.id }, body: { isBlocked: true, reason: 'not theirs' } },
        { parameters: { id: secondKey.id }, body: { isBlocked: false, reason: 'not theirs' } },
      ]),
    );
  });

  it('retires one for good only with its name', async () => {
    const shown = open(`?item=${waitingComputer.id}`, [given(adminRetireDeviceCall, changed)]);
    await press('Retire…');
    const window = await dialog();
    await userEvent.click(await window.findByRole('button', { name: 'Retire TOKYO-MEET-3' }));
    expect(asks(shown, adminRetireDeviceCall)).toHaveLength(1);
    await userEvent.type(window.getByRole('textbox'), 'TOKYO-MEET-3');
    await userEvent.click(window.getByRole('button', { name: 'Retire TOKYO-MEET-3' }));
    await waitFor(() => expect(asks(shown, adminRetireDeviceCall)).toHaveLength(2));
  });

  it('gives the access that is asked for, and takes it back', async () => {
    const grantId = grantThatWaits.id;
    const shown = open('', [
      given(adminGrantAccessCall, { ...changed, grantId, waitsForApproval: false }),
      given(adminRevokeAccessCall, changed),
    ]);
    await press('Give access…');
    const window = await dialog();
    await userEvent.click(window.getByRole('radio', { name: '8 h' }));
    await userEvent.click(window.getByRole('button', { name: 'See what happens' }));
    expect(
      window.getByText(
        "vestibule access grant greg --hours 8 --reason 'My flight leaves in an hour.' --application Mail",
      ),
    ).toBeDefined();
    await userEvent.click(await window.findByRole('button', { name: 'Give Greg Amari 8 hours' }));
    await press('Undo');
    const [request] = requests.requests;
    expect(asks(shown, adminGrantAccessCall)[1]).toEqual({
      body: {
        personId: request?.personId,
        applicationId: request?.applicationId,
        hours: 8,
        reason: request?.reason,
        uses: 1,
        overridesStopper: false,
      },
    });
    await waitFor(() => expect(asks(shown, adminRevokeAccessCall)).toEqual([{ parameters: { id: grantId } }]));
  });

  it('refuses with the sentence that their page shows', async () => {
    const shown = open('', [given(adminRefuseAccessCall, changed)]);
    await press('Refuse…');
    const window = await dialog();
    await userEvent.click(window.getByRole('button', { name: 'See what happens' }));
    expect(asks(shown, adminRefuseAccessCall)).toEqual([]);
    await userEvent.type(window.getByRole('textbox', { name: 'What their page says' }), 'Use the meeting room.');
    await userEvent.click(window.getByRole('button', { name: 'See what happens' }));
    await userEvent.click(await window.findByRole('button', { name: 'Refuse access to Greg Amari' }));
    await waitFor(() =>
      expect(asks(shown, adminRefuseAccessCall)[1]).toEqual({
        parameters: { id: requests.requests[0]?.id },
        body: { reason: 'Use the meeting room.' },
      }),
    );
  });

  it('approves access as the second administrator, in the words of the refusal where it is their own', async () => {
    open(`?item=${grantThatWaits.id}`, [given(adminApproveAccessCall, new Refused('not_possible', 'You gave it.'))]);
    await press('Approve access…');
    expect(await (await dialog()).findByText('You gave it.')).toBeDefined();
  });

  it('approves all that were seen while the gate only reports, by name and number', async () => {
    const seen = {
      id: waitingComputer.id,
      name: 'TOKYO-MEET-3',
      login: 'greg',
      operatingSystem: 'macos',
      firstSeenAt: waitingComputer.createdAt,
      lastSeenAt: null,
    };
    const shown = open('', [
      given(adminGateCall, { ...gate, state: 'observing' }),
      given(adminApproveSeenDevicesCall, { ...changed, devices: [seen, { ...seen, id: secondKey.id }] }),
    ]);
    await press('Approve those that were seen…');
    const window = await dialog();
    expect(await window.findAllByText('greg, macos')).toHaveLength(2);
    await userEvent.click(window.getByRole('button', { name: 'Approve 2 computers' }));
    await waitFor(() => expect(asks(shown, adminApproveSeenDevicesCall)).toEqual([{ query: { dryRun: 'true' } }, {}]));
  });

  it('offers that to no one while the gate is enforced', async () => {
    open();
    await rows();
    expect(screen.queryByRole('button', { name: /^Approve those/ })).toBeNull();
  });
});
