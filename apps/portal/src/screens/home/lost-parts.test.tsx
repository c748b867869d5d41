// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { LostScriptContext } from '@vestibule/ui';
import { renderWithTexts } from '@vestibule/texts/testing';
import { expect, test, vi } from 'vitest';
import { homeStates } from '../../../gallery/home-states.ts';
import { homeSurroundings } from '../../../gallery/home-surroundings.ts';
import { noActions } from '../../../gallery/no-actions.ts';
import type { AskAccessProps } from '../support/ask-access.tsx';
import { HomeScreen } from './home-screen.tsx';
import type { IssuesView } from './issues-phase.tsx';

// As after a deploy: the addresses of the old page lead nowhere.
vi.mock('../support/ask-access.tsx', () => {
  throw new TypeError('Failed to fetch dynamically imported module');
});
vi.mock('./disclaimer.tsx', () => {
  throw new TypeError('Failed to fetch dynamically imported module');
});

const LINE = { name: /Ask for temporary access$/ };
const open: AskAccessProps = { state: 'open', refusal: null, onAsk: () => undefined };

function show(changes: Partial<IssuesView>, access: AskAccessProps | null) {
  const tellLost = vi.fn();
  const view = { ...homeStates['issues'], ...changes } as IssuesView;
  renderWithTexts(
    <LostScriptContext value={tellLost}>
      <HomeScreen {...homeSurroundings} access={access} actions={noActions} view={view} />
    </LostScriptContext>,
  );
  return tellLost;
}

test('a form that cannot come leaves the line where it was, with the focus, and the page is told', async () => {
  const tellLost = show({}, open);
  await userEvent.click(screen.getByRole('button', LINE));
  await expect.poll(() => tellLost.mock.calls.length).toBe(1);
  const line = await screen.findByRole('button', LINE);
  expect(document.activeElement).toBe(line);
});

test('the page is told of what the company says that cannot come', async () => {
  const tellLost = show({ disclaimer: { text: 'Be careful.', boldText: '', redText: '' } }, null);
  await expect.poll(() => tellLost.mock.calls.length).toBe(1);
  expect(screen.getByRole('heading', { level: 1, name: 'Resolve compliance issues' })).toBeDefined();
});
