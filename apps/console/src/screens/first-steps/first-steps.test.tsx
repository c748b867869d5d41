// @vitest-environment jsdom
import {
  adminFirstStepsCall,
  adminMakeExtensionCall,
  adminPackagesCall,
  FIRST_STEPS,
  mySessionCall,
} from '@vestibule/contracts';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { type FakeAnswer, given, Refused } from '../../testing/fake-ports.ts';
import { done, found, packages } from '../../testing/first-steps.ts';
import type { OneStep } from '../../hooks/use-first-steps.ts';
import { session } from '../../testing/samples.ts';
import { show } from '../../testing/show.tsx';

const entry = () => screen.queryByRole('link', { name: /^First steps/ });

describe('the page', () => {
  it('opens the next step with its meters, and marks what is done', async () => {
    show('/console/first-steps', [given(adminFirstStepsCall, found)]);
    const rows = await screen.findAllByRole('listitem');
    const next = rows.find((row) => row.getAttribute('aria-current') === 'step');
    if (next === undefined) throw new Error('No step is the next one.');
    expect(within(next).getByRole('heading', { name: 'Bring extension and Workplace' })).toBeDefined();
    expect(within(next).getByText(/38 have both\. Once enforced, 10 would be asked/)).toBeDefined();
    const meter = within(next).getByRole('progressbar', { name: 'Workplace on the computer' });
    expect([meter.getAttribute('aria-valuenow'), meter.getAttribute('aria-valuemax')]).toEqual(['38', '48']);
    expect(within(next).getByText('The browser extension for this gate was not made yet.')).toBeDefined();
    expect(screen.getAllByText('Done')).toHaveLength(5);
    expect(within(next).getByRole('link', { name: 'See the 10 people' }).getAttribute('href')).toBe(
      '/console/people?without=workplace',
    );
    expect(screen.getByText('4 of 8 done')).toBeDefined();
    expect(screen.getByText(/^Mail was answered last at \d/)).toBeDefined();
    expect(screen.getByText('vestibule mail set --host NAME --sender ADDRESS --dry-run')).toBeDefined();
  });

  it('says of a step that was done that it is no longer', async () => {
    const open: OneStep = {
      step: 'everyone',
      state: 'undone',
      sentence: { id: 'everyone-open', values: { at: '2026-11-26T11:00:00.000Z' } },
      says: '',
    };
    const again = { ...done, steps: done.steps.map((one) => (one.step === 'everyone' ? open : one)) };
    const { place } = show('/console/first-steps', [given(adminFirstStepsCall, again)]);
    expect(await screen.findByText('Was done before')).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'Go to Gate' }));
    expect(place.history.at(-1)).toBe('/console/gate');
  });

  it('leads from an empty gate to the page that adds people, and has the commands for all of them', async () => {
    const people: OneStep = { step: 'people', state: 'now', sentence: { id: 'no-people', values: {} }, says: '' };
    const { place } = show('/console/first-steps', [
      given(adminFirstStepsCall, { ...found, steps: [people, ...found.steps.slice(1)] }),
    ]);
    expect(await screen.findByText('vestibule person import FILE --dry-run')).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'Go to People' }));
    expect(place.history.at(-1)).toBe('/console/people');
  });

  it('says that it did not load', async () => {
    show('/console/first-steps', [given(adminFirstStepsCall, new Refused('server_error'))]);
    await screen.findByText('This did not load');
    expect(screen.getByText('Request 4be3f2a1')).toBeDefined();
  });
});

describe('the packages', () => {
  const look = (answers: readonly FakeAnswer[], role: 'administrator' | 'auditor' = 'administrator') =>
    show('/console/first-steps', [
      given(mySessionCall, { ...session, role }),
      given(adminFirstStepsCall, found),
      ...answers,
    ]);
  const open = async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'Get the packages…' }));
    return within(await screen.findByRole('dialog', { name: 'Packages' }));
  };

  it('are downloaded from here, and the extension is made first: what would change, then the thing itself', async () => {
    const made = { isDryRun: false, changes: [{ field: 'extension', from: null, to: '3.7.0' }], warnings: [] };
    const shown = look([
      given(adminPackagesCall, { ...packages, extension: null }, packages),
      given(adminMakeExtensionCall, made),
    ]);
    const before = await open();
    const client = await before.findByRole('link', { name: 'workplace-3.7.0-x64.msi' });
    expect(client.getAttribute('href')).toBe('/download/workplace-3.7.0-x64.msi?expires=1&signature=s');
    expect(before.getByText('Windows, 43.2 MB')).toBeDefined();
    expect(before.queryByRole('link', { name: /^Download the extension/ })).toBeNull();
    await userEvent.click(before.getByRole('button', { name: 'Make the extension…' }));
    const change = within(await screen.findByRole('dialog', { name: 'Make the extension' }));
    expect(await change.findByText('3.7.0')).toBeDefined();
    expect(change.getByText('vestibule packages make-extension')).toBeDefined();
    await userEvent.click(change.getByRole('button', { name: 'Make the extension' }));
    const link = await screen.findByRole('link', { name: 'Download the extension with its policies' });
    expect(link.getAttribute('href')).toBe(packages.extension?.href);
    const made2 = shown.asked.filter(({ call }) => call === adminMakeExtensionCall).map(({ input }) => input.query);
    expect(made2).toEqual([{ dryRun: 'true' }, undefined]);
  });

  it('are made by no auditor, and not where another one decides', async () => {
    const auditor = look([given(adminPackagesCall, packages)], 'auditor');
    const shown = await open();
    expect(await shown.findByRole('link', { name: /^Download the extension/ })).toBeDefined();
    expect(shown.queryByRole('button', { name: /^Make/ })).toBeNull();
    auditor.unmount();
    look([given(adminPackagesCall, { ...packages, cannotMake: 'Several companies share this server.' })]);
    const other = await open();
    expect(await other.findByText('Several companies share this server.')).toBeDefined();
    expect(other.queryByRole('button', { name: /^Make/ })).toBeNull();
  });
});

describe('its place', () => {
  it('stands on top with how far one is, until it is put away', async () => {
    const { place, remembered } = show('/console/first-steps', [given(adminFirstStepsCall, found)]);
    await screen.findByRole('link', { name: 'First steps4 of 8' });
    await userEvent.click(await screen.findByRole('button', { name: 'Put away' }));
    expect(entry()).toBeNull();
    expect([...remembered]).toEqual([['console-first-steps', 'put-away']]);
    expect(place.history.at(-1)).toBe('/console/people');
    await userEvent.keyboard('{Control>}k{/Control}');
    await screen.findByRole('option', { name: /^First steps/ });
  });

  it('goes when all are done', async () => {
    show('/console/people', [given(adminFirstStepsCall, done)]);
    await screen.findByRole('heading', { level: 1 });
    expect(entry()).toBeNull();
  });

  it.each([
    ['administrator', found, '/console/first-steps'],
    ['administrator', done, '/console/people'],
    ['support', found, '/console/waiting'],
    ['auditor', found, '/console/people'],
  ] as const)('%s arrives at %3$s', async (role, answer, address) => {
    const { place } = show('/console/', [
      given(mySessionCall, { ...session, role }),
      given(adminFirstStepsCall, answer),
    ]);
    await expect.poll(() => place.history.at(-1)).toBe(address);
  });
});

it('has a name for each step of the contract', () => {
  expect(found.steps.map(({ step }) => step)).toEqual([...FIRST_STEPS]);
});
