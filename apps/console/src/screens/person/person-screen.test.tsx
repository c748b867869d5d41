// @vitest-environment jsdom
import {
  adminAccessGrantsCall,
  adminBlockPersonCall,
  adminDeviceCall,
  adminDevicesCall,
  adminEndSessionsCall,
  adminGrantAccessCall,
  adminInvitePersonCall,
  adminPersonCall,
  adminResetFactorsCall,
  adminRevokeAccessCall,
  adminSupportCall,
  adminUpdatePersonCall,
  mySessionCall,
  supportCodeOf,
} from '@vestibule/contracts';
import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { type FakeAnswer, given, Refused } from '../../testing/fake-ports.ts';
import { aboutPerson } from '../../testing/about-person.ts';
import { computer } from '../../testing/computer.ts';
import { applications, devices, openSession, person } from '../../testing/person.ts';
import { session } from '../../testing/samples.ts';
import { show } from '../../testing/show.tsx';

const ADDRESS = `/console/people/${person.id}`;
const outcome = { isDryRun: true, changes: [], warnings: [] };

const open = (...answers: readonly FakeAnswer[]) => show(ADDRESS, [...answers, ...aboutPerson]);
const asked = (shown: ReturnType<typeof show>, call: FakeAnswer['call']) =>
  shown.asked.filter((one) => one.call === call).map(({ input }) => input);
const region = async (name: string) => within(await screen.findByRole('region', { name }));
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }));
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));

describe('the page of one person', () => {
  it('says how they stand, where they are signed in, with what, and what lets them in', async () => {
    open();
    await screen.findByRole('heading', { level: 1, name: 'Greg Amari' });
    expect(await screen.findByText(supportCodeOf(openSession.id))).toBeDefined();
    expect(screen.getByText((_, element) => element?.textContent === 'greg, with a password')).toBeDefined();
    expect(screen.getByText('Kept out')).toBeDefined();
    const sessions = await region('Sessions');
    expect(sessions.getByRole('listitem').textContent).toMatch(
      /^Chrome, Linux, GREG-STUDIOSince \d\d:12, password, 198\.51\.100\.24$/,
    );
    expect((await region('Second step')).getByText(/^authenticator app, Since 4 Mar$/)).toBeDefined();
    const access = await region('Temporary access');
    expect(access.getByText('Mail')).toBeDefined();
    expect(access.getByText(/^Until \d\d:00, 1 sign-in left$/)).toBeDefined();
    const way = await region('The way to Payroll');
    expect(way.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      'Account',
      'Verdict, Broken here',
      'Let in',
    ]);
    expect(way.getByText('The disk is not encrypted. Have them press Fix it.')).toBeDefined();
    expect((await region('Computers')).getByText(/^Kept out by 1, macOS 14.8, \d\d:40$/)).toBeDefined();
  });

  it('names what their computer does not pass, what keeps them out first, and how their last sign-ins ended', async () => {
    const [drive] = computer.checks;
    if (drive === undefined) throw new Error('There is no check.');
    const advised = {
      ...drive,
      checkType: 'ScreenSaverTimeout',
      checkMessage: 'Starts late',
      isRequired: false,
    } as const;
    const unread = { ...drive, checkType: 'OSSupported', checkMessage: 'Which system', state: 'unknown' } as const;
    open(given(adminDeviceCall, { ...computer, checks: [unread, advised, ...computer.checks] }));
    const checks = await region('What GREG-STUDIO does not pass');
    const said = await checks.findAllByRole('listitem');
    expect(said.map((item) => item.textContent)).toEqual([
      expect.stringMatching(/^The drive is not encryptedRequired · Not encrypted\d\d:38$/),
      expect.stringMatching(/^Starts lateRecommended · Not encrypted/),
      expect.stringMatching(/^Which systemCould not be checked · Not encrypted/),
    ]);
    expect(checks.getByRole('link', { name: 'Open computer' }).getAttribute('href')).toBe(
      `/console/computers/${computer.id}`,
    );
    const last = await region('Last sign-ins');
    const rows = await last.findAllByRole('row');
    expect(rows.map((row) => row.textContent)).toEqual([
      'OutcomeApplicationWhyWhen',
      expect.stringMatching(/^Fixed, then let inMailFixed: Firewall/),
      expect.stringMatching(/^Temporary accessMailTemporary access, Hard drive encryption“Disk ordered”14 Oct/),
    ]);
    expect(last.getByRole('link', { name: 'All of their sign-ins' }).getAttribute('href')).toBe(
      `/console/sign-ins?person=${person.id}`,
    );
  });

  it('says that every check is passed, and nothing of a computer that is gone', async () => {
    const passed = computer.checks.filter(({ state }) => state === 'passed');
    open(given(adminDeviceCall, { ...computer, checks: passed }));
    expect((await region('What GREG-STUDIO does not pass')).getByText('Every check is passed.')).toBeDefined();
    cleanup();
    const retired = devices.devices.map((one) => ({ ...one, state: 'retired' as const, verdict: 'retired' as const }));
    open(given(adminDevicesCall, { ...devices, devices: retired }));
    expect((await region('Computers')).getByText(/^Retired, macOS 14.8/)).toBeDefined();
    expect(screen.queryByRole('region', { name: 'What GREG-STUDIO does not pass' })).toBeNull();
  });

  it('keeps a name that turns the line around from turning around the sentence it stands in', async () => {
    open(given(adminPersonCall, { ...person, displayName: 'Greg\u202E' }));
    expect(await screen.findByRole('button', { name: 'Give \u2068Greg\u202E\u2069 4 hours…' })).toBeDefined();
  });

  it('gives access after it was said what comes to it, and takes it back by Undo', async () => {
    const changes = [{ field: 'hours', from: null, to: 8 }];
    const shown = open(
      given(
        adminGrantAccessCall,
        { ...outcome, changes, grantId: null, waitsForApproval: false, warnings: ['That is long.'] },
        { ...outcome, isDryRun: false, grantId: '0f3c9a52-3d64-4f0e-9d5b-2a1f5f3b7caa', waitsForApproval: false },
      ),
      given(adminRevokeAccessCall, { ...outcome, isDryRun: false }),
    );
    await press('Give Greg Amari 4 hours…');
    expect(screen.getByText('Say why. It stands in the audit log.')).toBeDefined();
    expect(asked(shown, adminGrantAccessCall)).toEqual([]);
    await userEvent.click(screen.getByRole('radio', { name: '8 h' }));
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'To' }), 'Mail');
    await userEvent.type(screen.getByRole('textbox', { name: /^Reason/ }), 'Disk ordered');
    await press('Give Greg Amari 8 hours…');
    const window = await dialog('Give temporary access');
    expect(await window.findByText('That is long.')).toBeDefined();
    const command = `vestibule access grant greg --hours 8 --reason 'Disk ordered' --application Mail`;
    expect(window.getByText(command)).toBeDefined();
    await userEvent.click(window.getByRole('button', { name: 'Give Greg Amari 8 hours' }));
    const body = {
      ...{ personId: person.id, applicationId: applications.applications[0]?.id },
      ...{ hours: 8, uses: 1, overridesStopper: false, reason: 'Disk ordered' },
    };
    await expect
      .poll(() => asked(shown, adminGrantAccessCall))
      .toEqual([{ body, query: { dryRun: 'true' } }, { body }]);
    expect(asked(shown, adminAccessGrantsCall).length).toBeGreaterThan(1);
    await press('Undo');
    await expect
      .poll(() => asked(shown, adminRevokeAccessCall))
      .toEqual([{ parameters: { id: '0f3c9a52-3d64-4f0e-9d5b-2a1f5f3b7caa' } }]);
    expect((await screen.findAllByText('The access of Greg Amari is taken back.')).length).toBeGreaterThan(0);
  });

  it('blocks for a reason alone, and looks again where what was typed has changed', async () => {
    const changes = [{ field: 'isBlocked', from: false, to: true }];
    const shown = open(given(adminBlockPersonCall, { ...outcome, changes }));
    await press('Block…');
    const window = await dialog('Block Greg Amari');
    await userEvent.click(window.getByRole('button', { name: 'See what happens' }));
    expect(window.getByText('Fill in what is missing above.')).toBeDefined();
    await userEvent.type(window.getByRole('textbox', { name: 'Reason' }), 'Left');
    await userEvent.click(window.getByRole('button', { name: 'See what happens' }));
    expect(await window.findByText('isBlocked')).toBeDefined();
    await userEvent.type(window.getByRole('textbox', { name: 'Reason' }), ' us');
    expect(window.queryByRole('button', { name: 'Block Greg Amari' })).toBeNull();
    await userEvent.click(window.getByRole('button', { name: 'See what happens' }));
    await userEvent.click(await window.findByRole('button', { name: 'Block Greg Amari' }));
    await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
    expect(asked(shown, adminBlockPersonCall).at(-1)).toEqual({
      parameters: { personId: person.id },
      body: { isBlocked: true, reason: 'Left us' },
    });
  });

  it('resets second factors only when the login was typed once more', async () => {
    const shown = open(given(adminResetFactorsCall, outcome));
    await press('Reset all…');
    const window = await dialog('Reset 1 second factor of Greg Amari');
    const confirm = await window.findByRole('button', { name: 'Reset 1 second factor' });
    await userEvent.click(confirm);
    expect(window.getByText('Type greg to go on.')).toBeDefined();
    expect(asked(shown, adminResetFactorsCall)).toHaveLength(1);
    await userEvent.type(window.getByRole('textbox'), 'greg');
    await userEvent.click(confirm);
    await expect.poll(() => asked(shown, adminResetFactorsCall)).toHaveLength(2);
  });

  it('ends sessions, says why not, and stays open', async () => {
    const shown = open(given(adminEndSessionsCall, outcome, new Refused('not_found', 'There is no such person.')));
    await press('Sign out everywhere…');
    const window = await dialog('End 1 session of Greg Amari');
    await userEvent.click(await window.findByRole('button', { name: 'End 1 session' }));
    expect(await window.findByText('There is no such person.')).toBeDefined();
    expect(asked(shown, adminEndSessionsCall)).toHaveLength(2);
  });

  it('shows a link once, to copy', async () => {
    const link = 'https://gate.alderbrook.example/invitation#abc';
    const done = { ...outcome, isDryRun: false, link, expiresAt: '2026-12-03T09:43:00.000Z', isMailed: false };
    const shown = open(given(adminInvitePersonCall, { ...done, link: null, expiresAt: null }, done));
    await press('Invite…');
    await userEvent.click(await screen.findByRole('button', { name: 'Make the link' }));
    await press('Copy the link');
    expect(shown.copied).toEqual([link]);
  });

  it('changes groups, and puts those of before back', async () => {
    const shown = open(given(adminUpdatePersonCall, outcome));
    await press('Change groups…');
    const window = await dialog('Change groups');
    await userEvent.type(window.getByRole('textbox'), ', Pilot, Pilot,');
    await userEvent.click(window.getByRole('button', { name: 'See what happens' }));
    await userEvent.click(await window.findByRole('button', { name: 'Save groups' }));
    await press('Undo');
    await expect
      .poll(() => asked(shown, adminUpdatePersonCall).map(({ body }) => body))
      .toEqual([
        { groups: ['Design', 'Sales', 'Pilot'] },
        { groups: ['Design', 'Sales', 'Pilot'] },
        { groups: ['Design', 'Sales'] },
      ]);
  });
});

describe('what a role may not do is absent', () => {
  const BUTTONS = ['Block…', 'Invite…', 'Reset all…', 'Sign out everywhere…', 'Change groups…', 'Change role…'];
  const HELP = ['Give Greg Amari 4 hours…', 'End…', 'Check again', 'Show a number'];
  const names = () => screen.getAllByRole('button').map((button) => button.textContent);

  it.each([
    ['administrator', [...BUTTONS, ...HELP], [], null],
    ['support', HELP, BUTTONS, /^You are help desk/],
    ['auditor', [], [...BUTTONS, ...HELP], /^You are an auditor/],
  ] as const)('of the role %s', async (role, present, absent, line) => {
    const shown = open(given(mySessionCall, { ...session, role }));
    await (await region('Temporary access')).findByText('Mail');
    await (await region('Computers')).findByText('GREG-STUDIO');
    for (const name of present) await expect.poll(names).toContain(name);
    for (const name of absent) expect(names()).not.toContain(name);
    if (line !== null) expect(screen.getByText(line)).toBeDefined();
    expect(asked(shown, adminSupportCall).length > 0).toBe(role !== 'auditor');
  });
});

describe('who is not there', () => {
  it('is said so, with the way up', async () => {
    open(given(adminPersonCall, new Refused('not_found', 'There is no such person in this company.')));
    expect(await screen.findByText('There is no such person in this company.')).toBeDefined();
    expect(screen.getAllByRole('link', { name: 'People' }).length).toBeGreaterThan(1);
  });
});
