// @vitest-environment jsdom
import {
  adminGateBrakeCall,
  adminGateCall,
  adminSetGateCall,
  adminSetSettingsCall,
  mySessionCall,
} from '@vestibule/contracts';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { type FakeAnswer, given, Refused } from '../../testing/fake-ports.ts';
import { aboutGate, brake, impact, observing, outcome } from '../../testing/gate.ts';
import { gate, session } from '../../testing/samples.ts';
import { show } from '../../testing/show.tsx';

const open = (...answers: readonly FakeAnswer[]) => show('/console/gate', [...answers, ...aboutGate]);
const asked = (shown: ReturnType<typeof show>) =>
  shown.asked.filter(({ call }) => call === adminSetGateCall).map(({ input }) => input);
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }));
const say = (reason: string) =>
  screen.findByRole('textbox', { name: 'Reason, for the audit log' }).then((field) => userEvent.type(field, reason));

describe('the page of the gate', () => {
  it('says that the policy is enforced, whom it keeps out, what was done, and how the brake stands', async () => {
    open();
    await screen.findByRole('heading', { level: 2, name: 'The policy is enforced for everyone' });
    const out = await screen.findByRole('link', { name: '19 people kept out' });
    expect(out.getAttribute('href')).toBe('/console/people?verdict=stopped');
    expect(screen.getByRole('link', { name: /^3 more people have never reported/ }).getAttribute('href')).toBe(
      '/console/people?verdict=never-reported',
    );
    expect(screen.queryByText(/The brake has acted/)).toBeNull();
    const history = within(await screen.findByRole('region', { name: 'History' }));
    expect(await history.findByText(/^tomas let everyone in until 25 November 2026/)).toBeDefined();
    expect(history.getByText('Because: practice')).toBeDefined();
    const block = within(await screen.findByRole('region', { name: 'Brake' }));
    expect(await block.findByText(/newly stops more than 10 % of the people .* at least 5 people/)).toBeDefined();
    expect(screen.queryByRole('button', { name: /Enforce/ })).toBeNull();
  });

  it('says until when everyone is let in, why, what comes then, and what stays closed', async () => {
    const closed = [{ application: 'Payroll', open: 'vestibule application set Payroll --second-factor off' }];
    open(given(adminGateCall, { ...observing, staysClosed: closed }), given(adminGateBrakeCall, brake(false)));
    await screen.findByRole('heading', { level: 2, name: 'Everyone is let in: the gate only looks' });
    expect(screen.getByText('Because: a <b>new</b> check')).toBeDefined();
    expect(screen.getByText(/^Until 26 November 2026.* After that the policy is enforced again\.$/)).toBeDefined();
    expect(await screen.findByRole('link', { name: '21 people would be kept out' })).toBeDefined();
    expect(within(screen.getByRole('region', { name: 'Stays closed' })).getByText('Payroll')).toBeDefined();
  });

  it('says first that the brake has acted, here and at the foot of the navigation', async () => {
    open(given(adminGateCall, { ...gate, brakeHolds: ['FirewallEnable', 'OSSupported'] }));
    const strip = await screen.findByText(/^The brake has acted: “Firewall, Operating system” stops no one/);
    expect(within(strip).getByRole('link', { name: 'Versions of the policy' }).getAttribute('href')).toBe(
      '/console/policy?view=history',
    );
    const foot = screen.getByRole('link', { name: /^State of the gate/ });
    expect(foot.textContent).toContain('The brake holds 2 checks');
  });

  it.each([
    [false, 'Turn the brake on', 'The brake is on.'],
    [true, 'Turn the brake off', 'The brake is off.'],
  ])('turns a brake that is on (%s) the other way, with what holds for the company', async (isOn, act, done) => {
    const shown = open(
      given(adminGateBrakeCall, brake(isOn)),
      given(adminSetSettingsCall, outcome, { ...outcome, isDryRun: false }),
    );
    await press(`${act}…`);
    const window = await dialog(act);
    const words = `brake.isOn=${!isOn} brake.percent=10 brake.minimumPeople=5`;
    expect(await window.findByText(`vestibule company settings set ${words}`)).toBeDefined();
    await userEvent.click(await window.findByRole('button', { name: act }));
    expect((await screen.findAllByText(done)).length).toBeGreaterThan(0);
    const body = { set: { brake: { isOn: !isOn, percent: 10, minimumPeople: 5 } }, reset: [] };
    const inputs = shown.asked.filter(({ call }) => call === adminSetSettingsCall).map(({ input }) => input);
    expect(inputs).toEqual([{ body, query: { dryRun: 'true' } }, { body }]);
  });

  it('lets everyone in after one press and one confirmation, and asks for no number', async () => {
    const opened = { ...outcome, gate: observing, impact: null };
    const shown = open(given(adminSetGateCall, opened, { ...opened, isDryRun: false }));
    await userEvent.click(await screen.findByRole('radio', { name: '8 h' }));
    await userEvent.click(screen.getByRole('checkbox'));
    await press('Let everyone in for 8 hours…');
    await say('the new check stops everyone');
    await press('See what happens');
    const window = await dialog('Let everyone in for 8 hours');
    expect(
      window.getByText(`vestibule gate observe --reason 'the new check stops everyone' --for 8h --straight`),
    ).toBeDefined();
    await userEvent.click(await window.findByRole('button', { name: 'Let everyone in for 8 hours' }));
    const body = { state: 'observing', isReading: false, reason: 'the new check stops everyone', minutes: 480 };
    expect(asked(shown)).toEqual([{ body, query: { dryRun: 'true' } }, { body }]);
    expect((await screen.findAllByText('Everyone is let in.')).length).toBeGreaterThan(0);
  });

  it('enforces the policy only when the number it stops was typed, which it names with the people behind it', async () => {
    const rehearsed = { ...outcome, gate, impact };
    const shown = open(
      given(adminGateCall, observing),
      given(adminSetGateCall, rehearsed, { ...rehearsed, isDryRun: false }),
    );
    await press('Enforce the policy…');
    await press('See what happens');
    expect(await screen.findByText('Fill in what is missing above.')).toBeDefined();
    expect(asked(shown)).toEqual([]);
    await say('the pilot is over');
    await press('See what happens');
    const window = await dialog('Enforce the policy');
    const numbers = within(await window.findByRole('region', { name: 'How many more would be stopped' }));
    expect(numbers.getByText('People never seen with Workplace, asked to install it').nextSibling?.textContent).toBe(
      '3',
    );
    expect(numbers.getByRole('row', { name: 'Hard drive encryption 9' })).toBeDefined();
    expect(numbers.queryByText('Firewall')).toBeNull();
    expect(numbers.getByText('ilse, ILSE-<i>BOOK</i>: Hard drive encryption').getAttribute('href')).toBe(
      '/console/people?search=ilse',
    );
    await userEvent.click(window.getByRole('button', { name: 'Enforce it: 13 more are stopped' }));
    expect(asked(shown)).toHaveLength(1);
    expect(window.getByText('Type 13 to go on.')).toBeDefined();
    await userEvent.type(window.getByRole('textbox', { name: /^More than 5 % of the people/ }), '13');
    expect(window.getByText(`vestibule gate enforce --reason 'the pilot is over' --accept-blocking 13`)).toBeDefined();
    await userEvent.click(window.getByRole('button', { name: 'Enforce it: 13 more are stopped' }));
    expect(asked(shown)[1]).toEqual({
      body: { state: 'enforcing', reason: 'the pilot is over', acceptBlocking: 13 },
    });
    expect((await screen.findAllByText('The policy is enforced.')).length).toBeGreaterThan(0);
  });

  it('shows what the server says where a colleague was quicker, and changes nothing', async () => {
    const refused = new Refused('not_possible', 'Nothing was changed: a colleague has just changed the gate.');
    open(
      given(adminGateCall, observing),
      given(adminSetGateCall, { ...outcome, gate, impact: { ...impact, isOverLimit: false } }, refused),
    );
    await press('Enforce the policy…');
    await say('again');
    await press('See what happens');
    await press('Enforce it: 13 more are stopped');
    expect(await screen.findByText(/a colleague has just changed the gate/)).toBeDefined();
    expect(screen.getByRole('dialog', { name: 'Enforce the policy' })).toBeDefined();
  });

  it('gives an auditor nothing to press', async () => {
    open(
      given(mySessionCall, { ...session, role: 'auditor' }),
      given(adminGateCall, observing),
      given(adminGateBrakeCall, brake(false)),
    );
    await screen.findByRole('heading', { level: 2, name: 'Everyone is let in: the gate only looks' });
    expect(screen.queryByRole('region', { name: 'The way back' })).toBeNull();
    expect(screen.queryByRole('button', { name: /Enforce/ })).toBeNull();
    expect(screen.queryByRole('button', { name: /brake/ })).toBeNull();
  });
});
