// @vitest-environment jsdom
import { screen, within } from '@testing-library/react';
import type { FixState, HomeView } from '@vestibule/flows';
import { renderWithTexts } from '@vestibule/texts/testing';
import { expect, test } from 'vitest';
import { encrypting, encryption } from '../../../gallery/checks.ts';
import { issues } from '../../../gallery/home-states.ts';
import { homeSurroundings } from '../../../gallery/home-surroundings.ts';
import { noActions } from '../../../gallery/no-actions.ts';
import { HomeScreen } from './home-screen.tsx';

const OPENED: FixState = {
  kind: 'ended',
  outcome: { fixActionType: 'DeviceEncrypted', outcome: 'opened' },
};
const GOES_ON = 'The settings are open: it goes on there. The next check tells when it is done.';

function show(view: HomeView) {
  renderWithTexts(<HomeScreen {...homeSurroundings} actions={noActions} view={view} />);
  return within(screen.getByRole('heading', { level: 3 }).closest('li') ?? document.body);
}

test('[S4.052] a row says how far the system is by itself, and offers no fix meanwhile', () => {
  const row = show(issues([encrypting], { fixes: { DeviceEncrypted: OPENED } }));
  expect(row.getByRole('progressbar', { name: 'Encrypting the hard drive' }).getAttribute('aria-valuenow')).toBe('42');
  expect(row.getByText('42% done')).toBeDefined();
  expect(row.queryByRole('button', { name: 'Fix it for me' })).toBeNull();
  expect(row.queryByText(GOES_ON)).toBeNull();
});

test('where the system does not say how far it is, nothing is made up', () => {
  const row = show(issues([{ ...encrypting, underway: {} }]));
  expect(row.queryByRole('progressbar')).toBeNull();
});

test('[S4.051] settings that were opened are said to go on there, are no failure, and can be opened again', () => {
  const row = show(issues([encryption], { fixes: { DeviceEncrypted: OPENED } }));
  expect(row.getByText(GOES_ON)).toBeDefined();
  expect(row.queryByRole('alert')).toBeNull();
  expect(row.getByRole('button', { name: 'Fix it for me' })).toBeDefined();
});
