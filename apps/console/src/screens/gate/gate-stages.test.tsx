// @vitest-environment jsdom
import {
  adminBeginStageCall,
  adminGateCall,
  adminGateImpactCall,
  adminGateImpactPeopleCall,
  adminSetStagesCall,
  adminStagesCall,
  mySessionCall,
} from '@vestibule/contracts';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { type FakeAnswer, given, Refused } from '../../testing/fake-ports.ts';
import { aboutGate, impact, judged, observing, outcome, plan, who } from '../../testing/gate.ts';
import { gate, session } from '../../testing/samples.ts';
import { show } from '../../testing/show.tsx';

const open = (...answers: readonly FakeAnswer[]) => show('/console/gate', [...answers, ...aboutGate]);
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }));
const say = (reason: string) =>
  screen.findByRole('textbox', { name: 'Reason, for the audit log' }).then((field) => userEvent.type(field, reason));

describe('the stages on the page of the gate', () => {
  it('leads an auditor from each number to the people behind it, with nothing to press that changes anything', async () => {
    const shown = open(
      given(mySessionCall, { ...session, role: 'auditor' }),
      given(adminGateCall, { ...gate, enforcedFor: 'Enforced only for people in a group of Sales.' }),
      given(adminStagesCall, plan),
      given(adminGateImpactCall, judged),
      given(adminGateImpactPeopleCall, { judgedAt: judged.judgedAt, people: [who], total: 2, next: null }),
    );
    const line = within(await screen.findByRole('region', { name: 'Stages' }));
    expect(line.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      '1 Pilot12 people2 November, done',
      '2 Sales30 peopleHolds',
      expect.stringContaining('3 <b>Everyone</b>104 people26 November 2026'),
    ]);
    expect(line.getAllByRole('listitem')[1]?.getAttribute('aria-current')).toBe('step');
    const closed = within(await screen.findByRole('region', { name: 'If it were enforced for more people' }));
    expect(await closed.findByText(/more people would be stopped, of 104 for whom/)).toBeDefined();
    expect(closed.getByText(/^Judged at 09:42 by the last report of 120 computers/)).toBeDefined();
    await userEvent.click(closed.getByRole('link', { name: '2' }));
    const list = within(await closed.findByRole('region', { name: 'Fail a check and need help' }));
    const person = await list.findByRole('link', { name: 'Ilse <i>Marr</i>' });
    expect(person.getAttribute('href')).toBe(`/console/people/${who.personId}`);
    const query = shown.asked.find(({ call }) => call === adminGateImpactPeopleCall)?.input.query;
    expect(query).toEqual({ limit: '25', kind: 'need-help' });
    const next = within(screen.getByRole('region', { name: 'Next stages' }));
    expect(next.getByText('Waits since 09:00: it would stop 13 more.')).toBeDefined();
    expect(next.queryByRole('button')).toBeNull();
    expect(screen.queryByRole('button', { name: /Review stage|Plan a stage|Enforce/ })).toBeNull();
    expect(screen.getByText(/stop no one, until you apply a policy/)).toBeDefined();
    expect(screen.getByText(/Highest in the last 10 minutes: Firewall, 2 people of 40/)).toBeDefined();
  });

  it('judges again only when someone says so', async () => {
    const shown = open(given(adminGateCall, observing), given(adminGateImpactCall, new Refused('server_error')));
    const closed = within(await screen.findByRole('region', { name: 'If it were enforced now' }));
    await userEvent.click(await closed.findByRole('button', { name: 'Try again' }));
    expect(shown.asked.filter(({ call }) => call === adminGateImpactCall).map(({ input }) => input)).toEqual([
      { body: {} },
      { body: {} },
    ]);
  });

  it('begins the next stage only when its number was typed, and not one of another plan', async () => {
    const rehearsed = { ...outcome, version: 'f'.repeat(16), plan, impact };
    const shown = open(given(adminStagesCall, plan), given(adminBeginStageCall, rehearsed));
    await press('Review stage 3…');
    await say('all is quiet');
    await press('See what happens');
    const window = await dialog('Begin stage 3, <b>Everyone</b>');
    await userEvent.click(await window.findByRole('button', { name: 'Begin stage 3 for 104 people' }));
    expect(await window.findByText('Type 13 to go on.')).toBeDefined();
    await userEvent.type(window.getByRole('textbox', { name: /^More than 5 % of the people/ }), '13');
    expect(window.getByText(`vestibule gate stage begin 3 --reason 'all is quiet' --accept-blocking 13`)).toBeDefined();
    await userEvent.click(window.getByRole('button', { name: 'Begin stage 3 for 104 people' }));
    expect(shown.asked.filter(({ call }) => call === adminBeginStageCall).at(-1)?.input).toEqual({
      parameters: { number: '3' },
      query: { ifVersion: plan.version },
      body: { reason: 'all is quiet', acceptBlocking: 13 },
    });
  });

  it('goes on from what was planned, before the page has asked again', async () => {
    const [first] = plan.stages;
    if (first === undefined) throw new Error('There is no stage in the sample.');
    const after = { ...plan, version: 'a'.repeat(16), stages: [...plan.stages, { ...first, number: 4, name: 'Half' }] };
    const shown = open(
      given(adminStagesCall, plan, new Refused('server_error')),
      given(adminSetStagesCall, { ...outcome, changes: [], plan: after }),
    );
    await press('Plan a stage…');
    const window = await dialog('Plan a stage');
    await userEvent.type(window.getByRole('textbox', { name: 'What you call it' }), 'Half');
    await userEvent.click(window.getByRole('button', { name: 'See what happens' }));
    await userEvent.click(await window.findByRole('button', { name: 'Plan a stage' }));
    await press('Take <b>Everyone</b> out');
    expect(await screen.findByText('vestibule gate stage remove 3')).toBeDefined();
    const sent = shown.asked.filter(({ call }) => call === adminSetStagesCall).at(-1)?.input;
    expect(sent?.query).toMatchObject({ ifVersion: after.version });
    expect(sent?.body).toMatchObject({ stages: [{}, {}, { name: 'Half' }] });
  });

  it('says so where no one is behind a number any more', async () => {
    open(
      given(adminGateCall, observing),
      given(adminGateImpactCall, { judgedAt: plan.at, stopped: [], byCheck: [], impact }),
      given(adminGateImpactPeopleCall, { judgedAt: plan.at, people: [], total: 0, next: null }),
    );
    const closed = within(await screen.findByRole('region', { name: 'If it were enforced now' }));
    await userEvent.click(await closed.findByRole('link', { name: 'Show as list of people' }));
    const list = within(await closed.findByRole('region', { name: 'All who would be stopped' }));
    expect(await list.findByText('No one.')).toBeDefined();
    expect(list.queryByText(/^1 to/)).toBeNull();
  });

  it('plans one more stage after the others, and takes one out', async () => {
    const shown = open(
      given(adminStagesCall, plan),
      given(adminSetStagesCall, { ...outcome, changes: [{ field: 'stages', from: [], to: ['x'] }], plan }),
    );
    await press('Plan a stage…');
    const window = await dialog('Plan a stage');
    await userEvent.type(window.getByRole('textbox', { name: 'What you call it' }), 'Half');
    await userEvent.type(window.getByRole('textbox', { name: 'Share of all people, in percent' }), '5O');
    await userEvent.click(window.getByRole('button', { name: 'See what happens' }));
    expect(await window.findByText('Fill in what is missing above.')).toBeDefined();
    await userEvent.type(window.getByRole('textbox', { name: 'Share of all people, in percent' }), '{Backspace}0');
    await userEvent.click(window.getByRole('button', { name: 'See what happens' }));
    expect(await window.findByText('vestibule gate stage add Half --percentage 50')).toBeDefined();
    const sent = shown.asked.find(({ call }) => call === adminSetStagesCall)?.input;
    expect(sent?.query).toEqual({ ifVersion: plan.version, dryRun: 'true' });
    expect(sent?.body).toMatchObject({ stages: [{}, {}, {}, { name: 'Half', percentage: 50, groups: [], at: null }] });
    await userEvent.click(window.getByRole('button', { name: 'Cancel' }));
    await press('Take <b>Everyone</b> out');
    expect(await screen.findByText('vestibule gate stage remove 3')).toBeDefined();
  });
});
