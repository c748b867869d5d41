// @vitest-environment jsdom
import {
  adminApplyPolicyCall,
  adminAuditCall,
  adminPolicyCall,
  adminPolicyVersionCall,
  adminPolicyVersionsCall,
  adminRehearsePolicyCall,
  adminTryPolicyCall,
  mySessionCall,
} from '@vestibule/contracts';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { type FakeAnswer, given, Refused } from '../../testing/fake-ports.ts';
import { aboutPolicy, applied, CHANGED, held, TEXT, THEIRS, VERSION } from '../../testing/policy-samples.ts';
import { session } from '../../testing/samples.ts';
import { show } from '../../testing/show.tsx';

const open = (address: string, ...answers: readonly FakeAnswer[]) => show(address, [...answers, ...aboutPolicy]);
const inputsOf = (shown: ReturnType<typeof show>) =>
  shown.asked.filter(({ call }) => call === adminApplyPolicyCall).map(({ input }) => input);
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));
const steps = async (check: string) => within(await screen.findByRole('group', { name: `Severity of ${check}` }));
const choose = async (check: string, severity: string) =>
  userEvent.click((await steps(check)).getByRole('radio', { name: severity }));
const preview = async () => within(await screen.findByRole('region', { name: 'If this held now' }));
const review = async (name = 'Review and publish') => within(await screen.findByRole('dialog', { name }));
const say = (reason: string) =>
  screen.findByRole('textbox', { name: 'Reason, for the audit log' }).then((field) => userEvent.type(field, reason));

describe('the checks as a form', () => {
  it('shows whom a change would stop before anything is published, by check and by name', async () => {
    const shown = open('/console/policy');
    expect((await preview()).getByText(/^Change a check/)).toBeDefined();
    await choose('Firewall', 'Required');
    const region = await preview();
    await region.findByText(/^Judged .* by the last report of 120 computers\.$/);
    expect(region.getByText('10')).toBeDefined();
    const row = (name: string) => region.getByText(name).nextElementSibling?.textContent;
    expect(row('Firewall')).toBe('+6 +2 later');
    expect(row('Can fix it with Workplace')).toBe('5 of 6');
    const who = region.getByRole('link', { name: 'ilse, ILSE-<i>BOOK</i>: Firewall' });
    expect(who.getAttribute('href')).toBe('/console/people?search=ilse');
    expect(inputsOf(shown)).toEqual([{ body: { text: CHANGED }, query: { dryRun: 'true' } }]);
    expect(screen.getByText('1 changed check')).toBeDefined();
    expect(screen.getByText('6 more computers kept out')).toBeDefined();
  });

  it('marks what changed, says what it was, and forgets it when it is set back', async () => {
    open('/console/policy');
    await choose('Firewall', 'Required');
    expect(screen.getByText('Was: Recommended')).toBeDefined();
    expect(screen.getAllByRole('img', { name: 'Changed' })).toHaveLength(1);
    await choose('Firewall', 'Recommended');
    expect(screen.queryByText('Was: Recommended')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Review and publish' })).toBeNull();
  });

  it('writes a limit into the text and leaves the comments, and says what is wrong with one', async () => {
    const shown = open('/console/policy?check=ScreenSaverTimeout');
    const field = await screen.findByRole('spinbutton', { name: 'At most so many seconds' });
    await userEvent.clear(field);
    await userEvent.type(field, '900');
    await screen.findByText(/Was: Required · At most so many seconds: 600/);
    await expect
      .poll(() => inputsOf(shown).at(-1))
      .toMatchObject({
        body: { text: TEXT.replace('600', '900') },
      });
    await userEvent.clear(field);
    await userEvent.type(field, '-5');
    expect(field.getAttribute('aria-invalid')).toBe('true');
    expect(screen.getByText(/Was: Required · At most so many seconds: 600/)).toBeDefined();
  });

  it('starts gently what newly stops people', async () => {
    const shown = open('/console/policy');
    await choose('Firewall', 'Required');
    await press('Start in 7 days');
    await expect.poll(() => JSON.stringify(inputsOf(shown).at(-1))).toContain('startDate: 2026-12-03');
    expect(screen.getByText(/^from .*\b3 Dec/)).toBeDefined();
  });

  it('keeps what is not published while another page is looked at, and asks before it would be lost', async () => {
    const { atStake } = open('/console/policy');
    expect(atStake.count).toBe(0);
    await choose('Firewall', 'Required');
    expect(atStake.count).toBe(1);
    await userEvent.click(screen.getByRole('link', { name: 'Gate' }));
    await screen.findByRole('heading', { level: 1, name: 'Gate' });
    await userEvent.click(screen.getByRole('link', { name: 'Policy' }));
    expect(await screen.findByText('Was: Recommended')).toBeDefined();
    await press('Discard');
    expect(screen.queryByText('Was: Recommended')).toBeNull();
    expect(atStake.count).toBe(0);
    await press('Undo');
    expect(await screen.findByText('Was: Recommended')).toBeDefined();
  });
});

describe('publishing', () => {
  it('shows line by line what changes and whom it stops, asks for the reason, and can be taken back', async () => {
    const done = { ...applied(), isDryRun: false };
    const shown = open(
      '/console/policy',
      given(adminApplyPolicyCall, applied(), applied(), done),
      given(adminPolicyCall, held(TEXT, VERSION), held(CHANGED, 'bbbbbbbbbbbbbbbb')),
    );
    await choose('Firewall', 'Required');
    await (await preview()).findByText('10');
    await press('Review and publish');
    const window = await review();
    const lines = within(window.getByRole('region', { name: 'What changed' }));
    expect(lines.getByText('FirewallEnable: { severity: required }').closest('li')?.textContent).toMatch(/^Added:/);
    await userEvent.click(await window.findByRole('button', { name: 'See what happens' }));
    expect(inputsOf(shown)).toHaveLength(1);
    await say('agreed on with the works council');
    await press('See what happens');
    await userEvent.click(await window.findByRole('button', { name: 'Publish: 6 more are stopped' }));
    const input = {
      body: { text: CHANGED, reason: 'agreed on with the works council' },
      query: { ifVersion: VERSION },
    };
    const rehearsed = { ...input, query: { ...input.query, dryRun: 'true' } };
    expect(inputsOf(shown).slice(1)).toEqual([rehearsed, input]);
    expect((await screen.findAllByText('The policy holds.')).length).toBeGreaterThan(0);
    expect(screen.queryByRole('button', { name: 'Review and publish' })).toBeNull();
    await press('Undo');
    const inverse = { body: { text: TEXT, reason: 'Taken back' }, query: { ifVersion: 'bbbbbbbbbbbbbbbb' } };
    await expect.poll(() => inputsOf(shown).at(-1)).toEqual(inverse);
  });

  it('asks for the number where it stops more than the limit, and sends it', async () => {
    const many = applied({ isOverLimit: true, toAccept: 13 });
    const shown = open('/console/policy', given(adminApplyPolicyCall, many));
    await choose('Firewall', 'Required');
    await (await preview()).findByText('10');
    await press('Review and publish');
    await say('disks');
    await press('See what happens');
    const window = await review();
    const number = await window.findByRole('textbox', { name: /More than 5 % .* Type 13 to go on/ });
    expect(
      window.getByText(
        `vestibule policy apply policy.yaml --if-version ${VERSION} --reason disks --accept-blocking 13`,
      ),
    ).toBeDefined();
    await userEvent.type(number, '12');
    await press(/^Publish/);
    expect(inputsOf(shown).every((input) => JSON.stringify(input).includes('dryRun'))).toBe(true);
    await userEvent.clear(number);
    await userEvent.type(number, '13');
    await press(/^Publish/);
    const sent = () => inputsOf(shown).filter((input) => !JSON.stringify(input).includes('dryRun'));
    await expect.poll(sent).toMatchObject([{ body: { acceptBlocking: 13 } }]);
  });

  it('loses nothing when a colleague was quicker: what the server says is shown, and the text stays', async () => {
    const late = new Refused('not_possible', 'Another policy holds by now. Look at it first.');
    open(
      '/console/policy',
      given(adminApplyPolicyCall, applied(), late),
      given(adminPolicyCall, held(TEXT, VERSION), held(THEIRS, 'cccccccccccccccc')),
    );
    await choose('Firewall', 'Required');
    await (await preview()).findByText('10');
    await press('Review and publish');
    await say('disks');
    await press('See what happens');
    await (await review()).findByText('Another policy holds by now. Look at it first.');
    await userEvent.click((await review()).getByRole('button', { name: 'Cancel' }));
    expect(await screen.findByText('A colleague published another policy while you wrote')).toBeDefined();
    expect((await steps('Firewall')).getByRole<HTMLInputElement>('radio', { name: 'Required' }).checked).toBe(true);
  });
});

describe('what held before', () => {
  const version = (id: string, name: string) => ({
    id,
    version: name,
    source: 'command' as const,
    createdAt: '2026-11-20T08:00:00.000Z',
    createdBy: id === '2' ? 'tomas' : 'greg',
  });
  const now = version('2', 'bbbbbbbbbbbbbbbb');
  const before = version('1', VERSION);
  const listed = given(adminPolicyVersionsCall, { versions: [now, before], next: null });
  const holding = given(adminPolicyCall, held(CHANGED, now.version));

  const entryOf = (at: string, to: string, reason: string) =>
    ({
      id: '1',
      at,
      action: 'policy',
      outcome: 'done',
      actor: 'tomas',
      target: 'alderbrook',
      targetLogin: null,
      details: { changes: [{ field: 'version', from: null, to }], newlyBlocked: 6, reason },
      address: '198.51.100.24',
      correlationId: '4be3f2a1',
    }) as const;

  it('gives a text that was stored twice the reason of its own time', async () => {
    const again = { ...before, id: '3', createdAt: '2026-11-21T09:00:00.000Z' };
    const entry = entryOf('2026-11-21T09:00:00.050Z', VERSION, 'wrong minute');
    const twice = given(adminPolicyVersionsCall, { versions: [again, before], next: null });
    open('/console/policy?view=history', twice, holding, given(adminAuditCall, { entries: [entry], next: null }));
    await screen.findByText(/wrong minute/);
    expect(screen.getAllByText(/wrong minute/)).toHaveLength(1);
  });

  it('says who stored what and why', async () => {
    const entry = entryOf(now.createdAt, now.version, 'a <b>');
    open('/console/policy?view=history', listed, holding, given(adminAuditCall, { entries: [entry], next: null }));
    const [first, second] = await screen
      .findAllByRole('listitem')
      .then((items) => items.filter(({ textContent }) => textContent.includes('stored it')));
    expect(first?.textContent).toMatch(/tomas.* stored it.*Holds now/);
    await within(first ?? document.body).findByText(/a <b>/);
    expect(first?.textContent).toMatch(/6 more are stopped, said the preview/);
    expect(second?.textContent).not.toMatch(/Holds now|said the preview/);
  });

  it('is restored as a new version, reviewed as any other', async () => {
    const shown = open(
      '/console/policy?view=history&version=1',
      listed,
      holding,
      given(adminPolicyVersionCall, { ...before, text: TEXT, before: null }),
    );
    await press('Restore this version…');
    await say('too early');
    await press('See what happens');
    const window = await review('Restore this version');
    const lines = within(window.getByRole('region', { name: 'What changed' }));
    expect(lines.getByText('FirewallEnable: { severity: required }').closest('li')?.textContent).toMatch(/^Removed:/);
    await press(/^Publish/);
    const input = { body: { text: TEXT, reason: 'too early' }, query: { ifVersion: now.version } };
    await expect.poll(() => inputsOf(shown).at(-1)).toEqual(input);
    expect((await screen.findAllByText('That version holds again.')).length).toBeGreaterThan(0);
  });

  it('is empty while the built-in policy holds', async () => {
    open('/console/policy?view=history', given(adminPolicyVersionsCall, { versions: [], next: null }));
    expect(await screen.findByText('No policy was stored yet')).toBeDefined();
  });
});

describe('a text before it holds', () => {
  it('is tried as one of the people, and rehearsed day by day', async () => {
    const made = { isDryRun: true, changes: [], warnings: [], link: null, endsAt: '2026-11-26T10:43:00.000Z' };
    const link = 'https://gate.alderbrook.example/try/x';
    const shown = open(
      '/console/policy',
      given(adminTryPolicyCall, made as never, { ...made, isDryRun: false, link } as never),
      given(adminRehearsePolicyCall, new Refused('server_error')),
    );
    await choose('Firewall', 'Required');
    await press('Make the link');
    await press('See what happens');
    await userEvent.click(
      await (await review('Try it as one of your people')).findByRole('button', { name: 'Make the link' }),
    );
    expect((await screen.findByRole('link', { name: /Open it/ })).getAttribute('href')).toBe(link);
    expect(shown.asked.find(({ call }) => call === adminTryPolicyCall)?.input).toMatchObject({
      body: { text: CHANGED },
    });
    await userEvent.click(screen.getAllByRole('button', { name: 'Close' })[0] ?? document.body);
    await press('Rehearse 14 days');
    expect(await screen.findByText('Request 4be3f2a1')).toBeDefined();
  });
});

describe('who may only look', () => {
  it('sees the checks, the text and the history, and nothing that changes them', async () => {
    const shown = open('/console/policy', given(mySessionCall, { ...session, role: 'auditor' }));
    await screen.findByText('You are an auditor: you read everything and change nothing.');
    const firewall = (await screen.findByText('Firewall')).closest('li');
    expect(firewall?.textContent).toBe('FirewallRecommended');
    expect(screen.queryAllByRole('radio')).toHaveLength(0);
    await userEvent.click(screen.getByRole('link', { name: 'Text' }));
    expect((await screen.findByRole('region', { name: 'Text of the policy' })).textContent).toBe(TEXT);
    expect(screen.queryAllByRole('textbox')).toHaveLength(0);
    expect(screen.queryByRole('button', { name: /Make the link|Rehearse|publish/i })).toBeNull();
    expect(inputsOf(shown)).toEqual([]);
  });
});
