// @vitest-environment jsdom
import { adminBlockPersonCall, mySessionCall, secondFactorsCall } from '@vestibule/contracts';
import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { aboutPerson } from '../testing/about-person.ts';
import { given, Refused } from '../testing/fake-ports.ts';
import { person } from '../testing/person.ts';
import { session } from '../testing/samples.ts';
import { show } from '../testing/show.tsx';

const done = { isDryRun: false, changes: [{ field: 'isBlocked', from: false, to: true }], warnings: [] };
const signedInAt = (startedAt: string) =>
  given(mySessionCall, { ...session, session: { ...session.session, startedAt } });

/** An administrator without a factor here whose change is refused for want of a fresh proof. */
async function block() {
  const sessions = [...signedInAt(session.session.startedAt).outcomes];
  const shown = show(`/console/people/${person.id}`, [
    { call: mySessionCall, outcomes: sessions },
    given(secondFactorsCall, { factors: [], recoveryCodesLeft: 0, isRequired: true }),
    given(adminBlockPersonCall, { ...done, isDryRun: true }, new Refused('proof_too_old'), done),
    ...aboutPerson,
  ]);
  await userEvent.click(await screen.findByRole('button', { name: 'Block…' }));
  const window = within(await screen.findByRole('dialog', { name: 'Block Greg Amari' }));
  await userEvent.type(window.getByRole('textbox', { name: 'Reason' }), 'Left');
  await userEvent.click(window.getByRole('button', { name: 'See what happens' }));
  await userEvent.click(await window.findByRole('button', { name: 'Block Greg Amari' }));
  await screen.findByRole('dialog', { name: 'Confirm that it is you' });
  const count = () => shown.asked.filter(({ call }) => call === adminBlockPersonCall).length;
  return { shown, sessions, count };
}

const proof = () => screen.queryByRole('dialog', { name: 'Confirm that it is you' });

describe('a fresh proof of an administrator who has no code and no passkey here', () => {
  it('goes on by itself once they come back from a new sign-in, and not before', async () => {
    const { shown, sessions, count } = await block();
    const signIn = within(proof() as HTMLElement).getByRole('link', { name: /Sign in/ });
    expect(signIn.getAttribute('target')).toBe('_blank');
    await act(async () => shown.comeBack());
    expect(proof(), 'nothing was proven in the other tab').not.toBeNull();
    expect(count()).toBe(2);
    sessions.push(...signedInAt('2026-11-26T09:44:00.000Z').outcomes);
    await act(async () => shown.comeBack());
    await expect.poll(count).toBe(3);
    await expect.poll(proof).toBeNull();
  });

  it('goes on where they say that they have signed in', async () => {
    const { count } = await block();
    await userEvent.click(within(proof() as HTMLElement).getByRole('button', { name: 'I have signed in' }));
    await expect.poll(count).toBe(3);
  });
});
