// @vitest-environment jsdom
import { adminGateCall, adminStatusCall, mySessionCall, signOutCall } from '@vestibule/contracts';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { given, Refused } from '../testing/fake-ports.ts';
import { gate, session, status } from '../testing/samples.ts';
import { show } from '../testing/show.tsx';

const navigation = () => screen.findByRole('navigation', { name: 'Console' });

describe('who may not see it', () => {
  it('comes to the sign-in, which leads back to the page that was wanted', async () => {
    const { visited } = show('/console/people?search=nadia', [given(mySessionCall, new Refused('not_signed_in'))]);
    await expect.poll(() => visited).toEqual(['/online/?to=%2Fconsole%2Fpeople%3Fsearch%3Dnadia']);
    expect(screen.queryByRole('navigation')).toBeNull();
  });

  it('without a role is told so, and led to their own page', async () => {
    const { asked } = show('/console/people', [given(mySessionCall, { ...session, role: null })]);
    await screen.findByRole('heading', { level: 1, name: 'The console is for people with a role' });
    expect(screen.getByText(/vestibule person role tomas auditor/)).toBeDefined();
    const link = screen.getByRole('link', { name: 'To your own page' });
    expect(link.getAttribute('href')).toBe('/online/session-status');
    expect(asked.some(({ call }) => call.path.startsWith('/api/admin/'))).toBe(false);
  });

  it('without a second factor is told what to do', async () => {
    show('/console/people', [given(adminStatusCall, new Refused('second_factor_missing'))]);
    expect(
      await screen.findByRole('heading', { level: 1, name: 'The console asks for a second factor' }),
    ).toBeDefined();
  });

  it('is told that the server did not answer, by which request, and can try again', async () => {
    show('/console/gate', [given(adminStatusCall, new Refused('server_error'), status)]);
    await screen.findByRole('heading', { level: 1, name: 'This did not load' });
    expect(document.title).toBe('This did not load');
    expect(screen.getByText('Request 4be3f2a1')).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByRole('heading', { level: 1, name: 'Gate' });
  });
});

describe('around every page', () => {
  it('stand the ten pages in four groups, and which one this is', async () => {
    show('/console/audit');
    const links = within(await navigation()).getAllByRole('link');
    expect(links.map((link) => link.textContent).slice(1, 11)).toEqual([
      'Overview',
      'Waiting99 waiting',
      'Sign-ins',
      'People',
      'Computers',
      'Applications',
      'Policy',
      'Gate',
      'Audit',
      'Settings',
    ]);
    expect(
      links.filter((link) => link.getAttribute('aria-current') === 'page').map((link) => link.textContent),
    ).toEqual(['Audit']);
    expect(document.title).toBe('Audit – Alderbrook');
  });

  it.each([
    [{}, 'Enforced for everyone', /20,?412 people, /],
    [{ enforcedFor: 'Enforced only for people in a group of Pilot.' }, 'Enforced in part', /group of Pilot/],
    [{ state: 'observing' }, 'Report-only: no one is stopped', /until you enforce it/],
    [
      { state: 'observing', isReading: false, until: '2026-11-26T11:00:00.000Z' },
      'Open: no computer is read',
      /^until \d\d:00$/,
    ],
  ] as const)('says how the gate stands: %j', async (state, words, more) => {
    show('/console/gate', [given(adminGateCall, { ...gate, ...state })]);
    const bar = within(await navigation());
    expect(await bar.findByText(words)).toBeDefined();
    expect(bar.getByText(more)).toBeDefined();
  });

  it('says who is signed in and as what, and signs them out', async () => {
    const { visited } = show('/console/gate', [
      given(mySessionCall, { ...session, role: 'support' }),
      given(signOutCall, { continueTo: '/online/?done=signed-out' }),
    ]);
    const bar = within(await navigation());
    expect(bar.getByRole('link', { name: 'Tomas Merk' }).getAttribute('href')).toBe('/online/session-status');
    expect(bar.getByText('Help desk')).toBeDefined();
    await userEvent.click(bar.getByRole('button', { name: 'Sign out' }));
    await expect.poll(() => visited).toEqual(['/online/?done=signed-out']);
  });

  it('opens a menu where there is no room, closes it by Escape, and gives the focus back', async () => {
    show('/console/gate');
    const button = await screen.findByRole('button', { name: 'Menu' });
    await userEvent.click(button);
    const menu = await screen.findByRole('dialog', { name: 'Menu' });
    expect(within(menu).getByRole('link', { name: 'People' })).toBeDefined();
    await userEvent.keyboard('{Escape}');
    await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
    expect(button.isConnected).toBe(true);
    await expect.poll(() => document.activeElement).toBe(button);
  });

  it('has the command to copy where a page is not there yet', async () => {
    const { copied } = show('/console/audit');
    await userEvent.click(await screen.findByRole('button', { name: 'Copy the command vestibule audit' }));
    expect(copied).toEqual(['vestibule audit']);
  });

  it('says so where there is no such page', async () => {
    show('/console/nothing');
    expect(await screen.findByRole('heading', { level: 1, name: 'There is no such page' })).toBeDefined();
  });
});
