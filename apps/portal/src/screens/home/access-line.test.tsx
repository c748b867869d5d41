// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderWithTexts } from '@vestibule/texts/testing';
import { expect, test, vi } from 'vitest';
import { homeStates } from '../../../gallery/home-states.ts';
import { homeSurroundings } from '../../../gallery/home-surroundings.ts';
import { noActions } from '../../../gallery/no-actions.ts';
import type { AskAccessProps } from '../support/ask-access.tsx';
import { HomeScreen } from './home-screen.tsx';

function show(state: string, access: AskAccessProps | null, callerNumber: string | null = null) {
  const view = homeStates[state];
  if (view === undefined) throw new Error(`There is no state ${state}.`);
  renderWithTexts(
    <HomeScreen {...homeSurroundings} access={access} actions={noActions} callerNumber={callerNumber} view={view} />,
  );
}

const open = { state: 'open', refusal: null, onAsk: () => undefined } as const;
const LINE = { name: /Ask for temporary access$/ };

test('the page that stops somebody lets them ask, with a reason', async () => {
  const onAsk = vi.fn();
  show('issues', { ...open, onAsk });
  await userEvent.click(screen.getByRole('button', LINE));
  await userEvent.type(await screen.findByRole('textbox', { name: 'Reason' }, { timeout: 5000 }), 'a new laptop');
  await userEvent.click(screen.getByRole('button', { name: 'Ask for temporary access' }));
  expect(onAsk).toHaveBeenCalledWith('a new laptop');
});

test('it shows what came of it', async () => {
  show('issues', { ...open, refusal: 'Use the computer in the meeting room.' });
  expect(await screen.findByText('Use the computer in the meeting room.', {}, { timeout: 5000 })).toBeDefined();
});

test('nobody is offered it who may go on, or where nobody may ask', () => {
  show('recommended', open);
  expect(screen.queryByRole('button', LINE)).toBeNull();
  show('issues', null);
  expect(screen.queryByRole('button', LINE)).toBeNull();
});

test('a number for support stands above whatever the page says', async () => {
  show('no-leave', null, '4711');
  expect(await screen.findByText('Your number for support: 4711', {}, { timeout: 5000 })).toBeDefined();
});
