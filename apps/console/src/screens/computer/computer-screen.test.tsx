// @vitest-environment jsdom
import {
  adminApproveDeviceCall,
  adminBlockDeviceCall,
  adminDeviceCall,
  adminDeviceHistoryCall,
  adminDeviceReportCall,
  adminDeviceReportsCall,
  adminRenameDeviceCall,
  adminRetireDeviceCall,
  type FlattenedJws,
  adminStatusCall,
  mySessionCall,
} from '@vestibule/contracts';
import { createSimulatedDevice, fact, type SimulatedDevice } from '@vestibule/testing';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, describe, expect, it } from 'vitest';
import { aboutComputer, computer, REPORT_ID } from '../../testing/computer.ts';
import { type FakeAnswer, given, Refused } from '../../testing/fake-ports.ts';
import { session, status } from '../../testing/samples.ts';
import { show } from '../../testing/show.tsx';

const outcome = { isDryRun: true, changes: [], warnings: [] };
const done = { ...outcome, isDryRun: false };
const open = (...answers: readonly FakeAnswer[]) =>
  show(`/console/computers/${computer.id}`, [...answers, ...aboutComputer]);
const asked = (shown: ReturnType<typeof show>, call: FakeAnswer['call']) =>
  shown.asked.filter((one) => one.call === call).map(({ input }) => input);
const region = async (name: string) => within(await screen.findByRole('region', { name }));
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }));
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));
const parameters = { id: computer.id };

describe('the page of one computer', () => {
  it('says that it is kept out, by what and since when, what comes next, and whose it is', async () => {
    open();
    await screen.findByRole('heading', { level: 1, name: 'GREG-STUDIO' });
    expect(await screen.findByText('Kept out by 1')).toBeDefined();
    expect(screen.getByText(/On 30 November, if nothing changes: Kept out/)).toBeDefined();
    const checks = await region('Checks');
    expect(
      checks.getByRole('row', { name: /^The drive is not encrypted.* Not encrypted Encrypted \d\d:38$/ }),
    ).toBeDefined();
    expect(checks.getByText('Data <b>1</b>')).toBeDefined();
    expect(checks.queryByText('Firewall is on')).toBeNull();
    expect(checks.getByText('Not asked on this system: USB storage')).toBeDefined();
    const owner = await region('Owner');
    expect(owner.getByRole('link', { name: 'Greg Amari' }).getAttribute('href')).toBe(
      `/console/people/${computer.personId}`,
    );
    expect((await region('Record')).getByText('PF4K2M9L')).toBeDefined();
    const keys = await region('Keys');
    expect(keys.getByRole('link', { name: 'Earlier key' }).getAttribute('href')).toMatch(
      /\/console\/computers\/8f3c9a52-.*77$/,
    );
  });

  it('shows all checks where that is chosen, and keeps the choice in the address', async () => {
    const { place } = open();
    await userEvent.click(await screen.findByRole('radio', { name: 'All 2' }));
    expect(await screen.findByText('Firewall is on')).toBeDefined();
    expect(place.history?.at(-1)).toMatch(/\?checks=all$/);
  });

  it('tells what changed its verdict, and turns to earlier changes by the address', async () => {
    const shown = open();
    const changes = await region('History');
    const [change] = await changes.findAllByRole('listitem');
    expect(change?.textContent).toMatch(/Meets the policy → Kept outA report, Hard drive encryption$/);
    await userEvent.click(changes.getByRole('link', { name: 'Earlier ones' }));
    await screen.findByRole('link', { name: 'The newest ones' });
    expect(asked(shown, adminDeviceHistoryCall)).toContainEqual({
      parameters,
      query: { limit: '20', after: 'before-that' },
    });
  });

  describe('a report', () => {
    let device: SimulatedDevice;
    let signedReport: FlattenedJws;
    beforeAll(async () => {
      device = await createSimulatedDevice();
      signedReport = await device.sign({ nonce: 'n', sessionId: 's' }, { model: fact('A <i>computer</i>') });
    });
    const answer = (report: FlattenedJws) =>
      given(adminDeviceReportCall, {
        id: REPORT_ID,
        receivedAt: '2026-11-26T09:40:00.000Z',
        signedReport: report,
        identityKey: device.keys.identity.publicKey,
      });

    it('is shown as it came and verified by the browser, and can be kept', async () => {
      const { saved } = open(answer(signedReport));
      const list = await region('Reports');
      expect(await list.findByText('Refused 3 times: It was sent before.')).toBeDefined();
      await press('Look at report 214');
      const window = await dialog('Report 214');
      expect(await window.findByText(/^Signed by the key of this computer/)).toBeDefined();
      expect(window.getByDisplayValue(/A <i>computer<\/i>/)).toBeDefined();
      await userEvent.click(window.getByRole('button', { name: 'Download it, signed' }));
      expect(JSON.parse(saved.get(`report-${REPORT_ID}.json`) ?? '')).toMatchObject({ signedReport });
    });

    it('that was changed on its way is called so', async () => {
      open(
        answer({
          ...signedReport,
          signature: `${signedReport.signature.startsWith('A') ? 'B' : 'A'}${signedReport.signature.slice(1)}`,
        }),
      );
      await press('Look at report 214');
      expect(await (await dialog('Report 214')).findByText(/^The signature is NOT that/)).toBeDefined();
    });
  });

  it('blocks it for a reason, and takes that back by Undo', async () => {
    const shown = open(given(adminBlockDeviceCall, outcome, done, done));
    await press('Block…');
    await userEvent.type(await screen.findByRole('textbox', { name: /^Reason/ }), 'lost in a train');
    await press('See what happens');
    const window = await dialog('Block GREG-STUDIO');
    expect(window.getByText(`vestibule device block ${computer.id} --reason 'lost in a train'`)).toBeDefined();
    await userEvent.click(await window.findByRole('button', { name: 'Block GREG-STUDIO' }));
    await press('Undo');
    expect((await screen.findAllByText('GREG-STUDIO is let in again.')).length).toBeGreaterThan(0);
    const body = { isBlocked: true, reason: 'lost in a train' };
    expect(asked(shown, adminBlockDeviceCall)).toEqual([
      { parameters, body, query: { dryRun: 'true' } },
      { parameters, body },
      { parameters, body: { ...body, isBlocked: false } },
    ]);
  });

  it('gives it a label, and the one before it back', async () => {
    const shown = open(given(adminRenameDeviceCall, outcome, done, done));
    await press('Label…');
    await userEvent.type(await screen.findByRole('textbox', { name: /^Label/ }), 'Reception');
    await press('See what happens');
    await press('Save the label');
    await press('Undo');
    expect(asked(shown, adminRenameDeviceCall).slice(1)).toEqual([
      { parameters, body: { label: 'Reception' } },
      { parameters, body: { label: null } },
    ]);
  });

  it('retires it only when its name was typed', async () => {
    const shown = open(given(adminRetireDeviceCall, outcome, done));
    await press('Retire…');
    const window = await dialog('Retire GREG-STUDIO');
    const confirm = await window.findByRole('button', { name: 'Retire GREG-STUDIO' });
    await userEvent.click(confirm);
    expect(asked(shown, adminRetireDeviceCall)).toHaveLength(1);
    await userEvent.type(window.getByRole('textbox', { name: /Type GREG-STUDIO to confirm/ }), 'GREG-STUDIO');
    await userEvent.click(confirm);
    expect(asked(shown, adminRetireDeviceCall)).toEqual([{ parameters, query: { dryRun: 'true' } }, { parameters }]);
  });

  it.each([
    ['Ilse’s\u00A0MacBook', "Ilse's MacBook"],
    ['\u200B\u200B', computer.id.slice(0, 8)],
  ])('takes %j as people can type it', async (name, typed) => {
    const shown = open(given(adminDeviceCall, { ...computer, name }), given(adminRetireDeviceCall, outcome, done));
    await press('Retire…');
    await userEvent.type(await screen.findByRole('textbox', { name: /to confirm$/ }), typed);
    await userEvent.click(screen.getByRole('button', { name: /^Retire (?!…)/ }));
    await expect.poll(() => asked(shown, adminRetireDeviceCall)).toHaveLength(2);
  });

  it('lets the help desk approve one that waits, and no more', async () => {
    const shown = open(
      given(mySessionCall, { ...session, role: 'support' }),
      given(adminDeviceCall, { ...computer, state: 'waiting' }),
      given(adminApproveDeviceCall, outcome, done),
    );
    await press('Approve…');
    expect(screen.queryByRole('button', { name: 'Block…' })).toBeNull();
    await press('Approve GREG-STUDIO');
    expect((await screen.findAllByText('GREG-STUDIO is approved.')).length).toBeGreaterThan(0);
    expect(asked(shown, adminApproveDeviceCall)).toEqual([{ parameters, query: { dryRun: 'true' } }, { parameters }]);
  });

  it('tells the help desk who approves, where the device check is a second factor', async () => {
    const company = status.company && { ...status.company, computersApprovedBy: 'administrator' as const };
    open(
      given(mySessionCall, { ...session, role: 'support' }),
      given(adminStatusCall, { ...status, company }),
      given(adminDeviceCall, { ...computer, state: 'waiting' }),
    );
    expect(await screen.findByText(/Only administrators approve computers here/)).toBeDefined();
    expect(screen.queryByRole('button', { name: /Approve/ })).toBeNull();
  });

  it('says what is so where it never reported, was retired, or is not there', async () => {
    const shown = open(
      given(adminDeviceCall, {
        ...computer,
        state: 'retired',
        verdict: 'retired',
        checks: [],
        report: null,
        reports: 0,
        next: null,
      }),
      given(adminDeviceReportsCall, { reports: [], next: null }),
    );
    expect(await screen.findByText('It has sent no report yet, or none is kept.')).toBeDefined();
    expect(await screen.findByText('No report is kept.')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Block…' })).toBeNull();
    shown.unmount();
    open(given(adminDeviceCall, new Refused('not_found', 'There is no such computer.')));
    expect(await screen.findByText('There is no such computer.')).toBeDefined();
  });
});
