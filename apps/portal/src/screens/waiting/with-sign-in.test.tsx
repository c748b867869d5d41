// @vitest-environment jsdom
import { type FakePorts, refused } from '@vestibule/flows/testing';
import { screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { createPorts, openPage, SIGN_IN } from '../../testing/open-page.tsx';

let ports: FakePorts;
beforeEach(() => {
  ports = createPorts();
});

test('what waits for longer than a second says what it waits for', async () => {
  ports.remembered.set('pageInfo', { ...SIGN_IN, mode: 'frontline' });
  ports.onCall('pendingSignIn', () => new Promise(() => undefined));
  openPage('/download', { ports });
  expect(await screen.findByText('We are asking which sign-in is waiting for you.')).toBeDefined();
  expect(screen.getByRole('heading', { level: 1, name: 'One moment' })).toBeDefined();
});

test('[S8.001] a page that finds no one signed in leads to the page that says so', async () => {
  ports.remembered.set('pageInfo', { ...SIGN_IN, mode: 'frontline' });
  ports.onCall('pendingSignIn', () => refused(401, 'not_signed_in'));
  openPage('/download', { ports });
  await expect.poll(() => ports.visited).toContain('/session-expired');
});
