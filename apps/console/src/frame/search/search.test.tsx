// @vitest-environment jsdom
import { adminSearchCall } from '@vestibule/contracts';
import { fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { given, Refused } from '../../testing/fake-ports.ts';
import { show } from '../../testing/show.tsx';
import { nothing, PERSON, some } from '../../testing/search.ts';
import type { Found } from './hits.ts';

async function open(...answers: readonly (Found | Refused)[]) {
  const shown = show('/console/people', [given(adminSearchCall, ...answers)]);
  await screen.findByRole('heading', { level: 1 });
  await userEvent.keyboard('{Control>}k{/Control}');
  const field = await screen.findByRole('searchbox', { name: /^Search people, computers/ });
  return { ...shown, field };
}

describe('the search', () => {
  it('opens by Ctrl K with the pages, and Escape leads back', async () => {
    const { asked } = await open(nothing);
    const list = within(await screen.findByRole('listbox'));
    expect(list.getAllByRole('option').map(({ textContent }) => textContent)).toContain('Sign-insg s');
    expect(asked.some(({ call }) => call === adminSearchCall)).toBe(false);
    await userEvent.keyboard('{Escape}');
    await expect.poll(() => screen.queryByRole('listbox')).toBeNull();
  });

  it('names what was found by its kind, and Enter opens the first of it', async () => {
    const { asked, place } = await open(some);
    await userEvent.keyboard('lena');
    const caller = () => screen.getByRole('option', { name: /Lena Brandt.*Support code 7KQ-42M/ });
    // Who types slowly is answered for what stands there so far.
    const lastAsked = () => asked.findLast(({ call }) => call === adminSearchCall)?.input;
    await expect.poll(lastAsked).toEqual({ query: { q: 'lena' } });
    await expect.poll(() => caller().getAttribute('data-focused')).toBe('true');
    expect(screen.getByRole('option', { name: /Lena Brandt.*Kept out/ })).toBeDefined();
    expect(screen.getByRole('option', { name: /Not known to Mail/ })).toBeDefined();
    expect(screen.getByRole('option', { name: /^Mail.*Switched off/ })).toBeDefined();
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => place.history.at(-1)).toBe(`/console/people/${PERSON}`);
    expect(screen.queryByRole('listbox')).toBeNull();
  });

  it('keeps what was opened last at its top', async () => {
    await open(some);
    await userEvent.keyboard('lena');
    await userEvent.click(await screen.findByRole('option', { name: /Not known to Mail/ }));
    await userEvent.keyboard('{Control>}k{/Control}');
    const [first] = within(await screen.findByRole('listbox')).getAllByRole('option');
    expect(first?.textContent).toContain('to Mail');
  });

  it('says when nothing is called so, and leads to the lists', async () => {
    const { place } = await open(nothing);
    await userEvent.keyboard('zzz');
    await screen.findByText(/^Nothing is called so/);
    await userEvent.click(await screen.findByRole('option', { name: 'Sign-ins of “zzz”' }));
    await expect.poll(() => place.history.at(-1)).toBe('/console/sign-ins?search=zzz');
  });

  it('says when it did not get through', async () => {
    await open(new Refused('server_error'));
    await userEvent.keyboard('lena');
    expect(await screen.findByText(/^This search did not get through/)).toBeDefined();
  });
});

it('loses no letter that is typed before its field is there, and takes none for a key of a page', async () => {
  const { place } = show('/console/people', [given(adminSearchCall, nothing)]);
  await screen.findByRole('heading', { level: 1 });
  fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true });
  for (const key of ['?', 'Backspace', 'g', 'g', '4', '-', 'e']) fireEvent.keyDown(document.body, { key });
  const field = await screen.findByRole<HTMLInputElement>('searchbox', { name: /^Search people, computers/ });
  await expect.poll(() => field.value).toBe('gg4-e');
  await userEvent.keyboard('lp');
  expect(field.value).toBe('gg4-elp');
  expect(screen.queryByRole('dialog', { name: 'Keys' })).toBeNull();
  expect(place.history).toHaveLength(1);
});

describe('keys', () => {
  it('go to pages and show themselves', async () => {
    const { place } = show('/console/people');
    await screen.findByRole('heading', { level: 1 });
    await userEvent.keyboard('?');
    const keys = within(await screen.findByRole('dialog', { name: 'Keys' }));
    expect(keys.getByText('Go to Sign-ins')).toBeDefined();
    await userEvent.keyboard('{Escape}');
    await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
    await userEvent.keyboard('gg');
    await expect.poll(() => place.history.at(-1)).toBe('/console/gate');
  });

  it('are letters in a field', async () => {
    const { place } = show('/console/people');
    await screen.findByRole('heading', { level: 1 });
    await userEvent.keyboard('/gg?');
    await expect.poll(() => place.history.at(-1)).toContain('search=gg');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('of one letter are switched off, and stay so', async () => {
    const { remembered, place } = show('/console/people');
    await screen.findByRole('heading', { level: 1 });
    await userEvent.keyboard('?');
    await userEvent.click(await screen.findByRole('button', { name: 'Switch them off' }));
    expect([...remembered]).toEqual([['console-single-keys', 'off']]);
    await userEvent.keyboard('{Escape}');
    await userEvent.keyboard('gg');
    expect(place.history.at(-1)).toBe('/console/people');
    await userEvent.keyboard('{Control>}k{/Control}');
    await screen.findByRole('listbox');
  });
});
