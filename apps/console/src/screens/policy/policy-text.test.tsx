// @vitest-environment jsdom
import { EditorView } from '@codemirror/view';
import { adminApplyPolicyCall, adminPolicyCall } from '@vestibule/contracts';
import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { type FakeAnswer, given } from '../../testing/fake-ports.ts';
import { aboutPolicy, CHANGED, held, TEXT, THEIRS, VERSION } from '../../testing/policy-samples.ts';
import { show } from '../../testing/show.tsx';

// A simulated page has no lines with a height, and the editor asks how high they are.
Range.prototype.getClientRects = () => Object.assign([], { item: () => null });

const THEIR_VERSION = 'cccccccccccccccc';
const WRONG = TEXT.replace('FirewallEnable', 'FirewalEnable');

const open = (address: string, ...answers: readonly FakeAnswer[]) => show(address, [...answers, ...aboutPolicy]);
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));
const publish = () => screen.findByRole('button', { name: 'Review and publish' });

/** The editor itself: a simulated page has no place to type into it. */
async function editor(): Promise<EditorView> {
  await expect.poll(() => hostOf()?.querySelector('.cm-content') ?? null).not.toBeNull();
  const content = hostOf()?.querySelector<HTMLElement>('.cm-content');
  const view = content ? EditorView.findFromDOM(content) : null;
  if (view === null) throw new Error('There is no editor.');
  return view;
}

function hostOf(): ShadowRoot | null {
  return [...document.querySelectorAll('main div')].map(({ shadowRoot }) => shadowRoot).find((root) => root) ?? null;
}

async function write(text: string): Promise<void> {
  const view = await editor();
  act(() => view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } }));
}

describe('the text of the policy', () => {
  it('is the same text as the form: what is written in one is in the other', async () => {
    open('/console/policy?view=text');
    await write(CHANGED);
    expect(await screen.findByText('1 changed check')).toBeDefined();
    await userEvent.click(screen.getByRole('link', { name: 'Checks' }));
    const firewall = within(await screen.findByRole('group', { name: 'Severity of Firewall' }));
    expect(firewall.getByRole<HTMLInputElement>('radio', { name: 'Required' }).checked).toBe(true);
    await userEvent.click(firewall.getByRole('radio', { name: 'Stopper' }));
    await userEvent.click(screen.getByRole('link', { name: 'Text' }));
    expect((await editor()).state.doc.toString()).toBe(
      CHANGED.replace('FirewallEnable: { severity: required }', 'FirewallEnable: { severity: sign-in-stopper }'),
    );
  });

  it('shows each problem at its line, in the text and below it, and is neither counted nor published', async () => {
    const { asked } = open('/console/policy?view=text');
    await write(WRONG);
    const problems = within(await screen.findByRole('list', { name: 'This text can’t be read as a policy' }));
    expect(problems.getByText('6:3')).toBeDefined();
    const lines = [...(hostOf()?.querySelectorAll('.cm-line') ?? [])];
    await expect.poll(() => lines[5]?.querySelector('.cm-lintRange-error')?.textContent).toBe('FirewalEnable');
    expect((await publish()).getAttribute('aria-disabled')).toBe('true');
    expect(screen.getByText('The text has to be right before it can be counted.')).toBeDefined();
    await userEvent.click(screen.getByRole('link', { name: 'Checks' }));
    expect(await screen.findByText('The form shows the checks again as soon as the text is right.')).toBeDefined();
    expect(screen.getByText('6:3')).toBeDefined();
    expect(asked.some(({ call }) => call === adminApplyPolicyCall)).toBe(false);
    await userEvent.click(screen.getByRole('link', { name: 'Text' }));
    expect((await editor()).state.doc.toString()).toBe(WRONG);
  });

  it('says with its line what only the server can know to be wrong', async () => {
    const problems = [{ line: 6, column: 3, message: 'There is no such check in this company.' }];
    open('/console/policy?view=text', given(adminApplyPolicyCall, { problems }));
    await write(CHANGED);
    const region = within(await screen.findByRole('region', { name: 'If this held now' }));
    expect(await region.findByText('6:3 There is no such check in this company.')).toBeDefined();
  });
});

describe('a policy that a colleague published meanwhile', () => {
  /** Their policy is there from the second look on. */
  async function conflict(theirs: string, address = '/console/policy?view=text') {
    const shown = open(address, given(adminPolicyCall, held(TEXT, VERSION), held(theirs, THEIR_VERSION)));
    await write(CHANGED);
    await publish();
    await act(() => shown.queries.invalidateQueries());
    return within(await screen.findByRole('region', { name: 'A colleague published another policy while you wrote' }));
  }

  it('is shown beside one’s own, and neither is published over the other', async () => {
    const region = await conflict(THEIRS);
    expect(
      region.getByText(/Version cccccccc holds by now\. Your text was made from version aaaaaaaa\./),
    ).toBeDefined();
    const theirs = within(region.getByRole('region', { name: 'What they changed' }));
    expect(theirs.getByText('OSSupported: { severity: recommended }')).toBeDefined();
    const mine = within(region.getByRole('region', { name: 'What you changed' }));
    expect(mine.getByText('FirewallEnable: { severity: required }')).toBeDefined();
    expect((await editor()).state.doc.toString()).toBe(CHANGED);
    expect((await publish()).getAttribute('aria-disabled')).toBe('true');
  });

  it('takes one’s own changes into it', async () => {
    await conflict(THEIRS);
    await press('Put my changes into theirs');
    await expect
      .poll(async () => (await editor()).state.doc.toString())
      .toBe(THEIRS.replace('FirewallEnable: { severity: recommended }', 'FirewallEnable: { severity: required }'));
    expect((await publish()).getAttribute('aria-disabled')).not.toBe('true');
    expect(screen.queryByText('What they changed')).toBeNull();
  });

  it('leaves the choice to the person where both changed the same line', async () => {
    const theirs = TEXT.replace('FirewallEnable: { severity: recommended }', 'FirewallEnable: { severity: off }');
    const region = await conflict(theirs);
    await press('Put my changes into theirs');
    expect((await region.findByRole('alert')).textContent).toMatch(/^You both changed the same lines\./);
    expect((await editor()).state.doc.toString()).toBe(CHANGED);
    await press('Go on with theirs alone');
    await expect.poll(async () => (await editor()).state.doc.toString()).toBe(theirs);
    expect(screen.queryByRole('button', { name: 'Review and publish' })).toBeNull();
  });

  it('is replaced by one’s own where the person says so', async () => {
    const shown = await conflict(THEIRS).then(() => screen);
    await press('Go on with mine alone');
    expect((await editor()).state.doc.toString()).toBe(CHANGED);
    expect((await publish()).getAttribute('aria-disabled')).not.toBe('true');
    expect(shown.getByText('2 changed checks')).toBeDefined();
  });
});
