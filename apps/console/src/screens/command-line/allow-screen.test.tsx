// @vitest-environment jsdom
import { adminAllowCommandLineCall, mySessionCall } from '@vestibule/contracts';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { given, Refused } from '../../testing/fake-ports.ts';
import { session } from '../../testing/samples.ts';
import { show } from '../../testing/show.tsx';

const CODE = 'c'.repeat(43);
const right = { port: '49152', challenge: 'A'.repeat(42) + 'b', state: 's'.repeat(43), computer: 'desk-7' };
const addressOf = (query: Record<string, string>) =>
  `/console/command-line/allow?${new URLSearchParams(query).toString()}`;
const allowed = given(adminAllowCommandLineCall, { isDryRun: false, changes: [], warnings: [], code: CODE });
const asked = (ports: ReturnType<typeof show>) => ports.asked.filter(({ call }) => call === adminAllowCommandLineCall);

describe('a command line that asks to act as someone', () => {
  it('is named, with what it may do, and gets nothing before the press', async () => {
    const ports = show(addressOf(right), [given(mySessionCall, { ...session, role: 'support' }), allowed]);
    await screen.findByRole('heading', { level: 1, name: 'The command line on desk-7 asks to act as you' });
    expect(screen.getByText('2222-2222-2222')).toBeDefined();
    expect(screen.getByText('Tomas Merk (tomas)')).toBeDefined();
    expect(screen.getByText('what your role may: Help desk')).toBeDefined();
    expect([asked(ports), ports.visited]).toEqual([[], []]);
    // No page around it that could be pressed by mistake.
    expect(screen.queryByRole('navigation')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Allow' }));
    await screen.findByRole('heading', { level: 1, name: 'Allowed. Going back to the command line…' });
    const { port, challenge, computer, state } = right;
    expect(asked(ports)[0]?.input).toEqual({ body: { port: Number(port), challenge, computer, login: 'tomas' } });
    expect(ports.visited).toEqual([`http://127.0.0.1:49152/callback?code=${CODE}&state=${state}`]);
  });

  it('hears that it is not allowed', async () => {
    const ports = show(addressOf(right), [allowed]);
    await userEvent.click(await screen.findByRole('button', { name: 'Don’t allow' }));
    expect(ports.visited).toEqual([`http://127.0.0.1:49152/callback?error=access_denied&state=${right.state}`]);
    expect(asked(ports)).toEqual([]);
  });

  it('waits for a proof that it is still them, where the last one is older', async () => {
    const ports = show(addressOf(right), [given(adminAllowCommandLineCall, new Refused('proof_too_old'))]);
    await userEvent.click(await screen.findByRole('button', { name: 'Allow' }));
    expect(await screen.findByRole('dialog', { name: 'Confirm that it is you' })).toBeDefined();
    expect(ports.visited).toEqual([]);
  });

  it('is told why not', async () => {
    const why = 'Sign in at your own company’s address: such a sign-in is for that company.';
    const ports = show(addressOf(right), [given(adminAllowCommandLineCall, new Refused('not_possible', why))]);
    await userEvent.click(await screen.findByRole('button', { name: 'Allow' }));
    expect((await screen.findByRole('alert')).textContent).toBe(why);
    expect(ports.visited).toEqual([]);
  });

  it.each([
    ['no state', { ...right, state: '' }],
    ['no challenge', { ...right, challenge: 'short' }],
    ['a port of the system', { ...right, port: '443' }],
    ['a port that is none', { ...right, port: '99999' }],
    ['a host in the place of the port', { ...right, port: '80@attacker.example' }],
    ['a computer whose name turns the line round', { ...right, computer: 'desk\u202e7' }],
  ])('is not shown with %s', async (_what, query) => {
    const { visited } = show(addressOf(query), [allowed]);
    await screen.findByRole('heading', { level: 1, name: 'This is no request of a command line' });
    expect(screen.queryByRole('button')).toBeNull();
    expect(visited).toEqual([]);
  });

  it.each([
    ['signed-in', 'You are signed in on the command line'],
    ['failed', 'The command line is not signed in'],
  ])('says afterwards how it ended: %s', async (end, name) => {
    show(addressOf({ end }));
    expect(await screen.findByRole('heading', { level: 1, name })).toBeDefined();
  });
});

it('the page of the command line has its file, and the commands to begin with', async () => {
  const { copied } = show('/console/command-line');
  const link = await screen.findByRole('link', { name: 'Download vestibule.mjs' });
  expect(link.getAttribute('href')).toBe('/console/vestibule.mjs');
  const command = 'node vestibule.mjs login --url https://gate.alderbrook.example';
  await userEvent.click(await screen.findByRole('button', { name: `Copy the command ${command}` }));
  expect(copied).toEqual([command]);
});
