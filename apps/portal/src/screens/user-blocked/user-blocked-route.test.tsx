// @vitest-environment jsdom
import { type FakePorts, refused } from '@vestibule/flows/testing';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { createPorts, heading, openPage } from '../../testing/open-page.tsx';

let ports: FakePorts;
beforeEach(() => {
  ports = createPorts();
});

test('a blocked account is looked after by itself when the person comes back to the page', async () => {
  ports.onCall('settings', () => refused(403, 'account_disabled'));
  openPage('/user-blocked', { ports });
  await heading('Account access blocked');
  document.dispatchEvent(new Event('visibilitychange'));
  await expect.poll(() => ports.calls.filter(({ name }) => name === 'settings').length).toBe(1);
  expect(ports.visited).toEqual([]);
  ports.onCall('settings', () => refused(401, 'not_signed_in'));
  document.dispatchEvent(new Event('visibilitychange'));
  await expect.poll(() => ports.visited).toEqual(['/']);
});

test('whose account support has given back meanwhile tries again', async () => {
  openPage('/user-blocked', { ports });
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(ports.visited).toEqual(['/']);
});
