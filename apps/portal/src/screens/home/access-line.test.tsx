// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderWithTexts } from '@vestibule/texts/testing';
import { useState } from 'react';
import { describe, expect, test, vi } from 'vitest';
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

test('the page that stops someone lets them ask, with a reason', async () => {
  const onAsk = vi.fn();
  show('issues', { ...open, onAsk });
  await userEvent.click(screen.getByRole('button', LINE));
  await userEvent.type(await screen.findByRole('textbox', { name: 'Reason' }), 'a new laptop');
  await userEvent.click(screen.getByRole('button', { name: 'Ask for temporary access' }));
  expect(onAsk).toHaveBeenCalledWith('a new laptop');
});

test('it shows what came of it', async () => {
  show('issues', { ...open, refusal: 'Use the computer in the meeting room.' });
  expect(await screen.findByText('Use the computer in the meeting room.')).toBeDefined();
});

test('no one is offered it who may go on, or where no one may ask', () => {
  show('recommended', open);
  expect(screen.queryByRole('button', LINE)).toBeNull();
  show('issues', null);
  expect(screen.queryByRole('button', LINE)).toBeNull();
});

test('a number for support stands above whatever the page says, and is read out before it', async () => {
  show('no-leave', null, '4711');
  expect(await screen.findByText('Your number for support: 4711')).toBeDefined();
  expect(screen.getByRole('status').textContent).toBe('Your number for support: 4711.');
  cleanup();
  show('issues', null, '4711');
  expect(screen.getByRole('status').textContent).toMatch(/^Your number for support: 4711\. .*keep you from work/);
});

describe('the focus', () => {
  /** As the page does it: what came of the request is told from outside. */
  function Page() {
    const [state, setState] = useState<AskAccessProps['state']>('open');
    const view = homeStates['issues'];
    if (view === undefined) throw new Error('There is no state issues.');
    const onAsk = () => setState('asked');
    return <HomeScreen {...homeSurroundings} access={{ ...open, state, onAsk }} actions={noActions} view={view} />;
  }
  const field = () => screen.findByRole('textbox', { name: 'Reason' });

  test('goes to the field of the form that is opened, and back to the line when it is closed', async () => {
    renderWithTexts(<Page />);
    await userEvent.click(screen.getByRole('button', LINE));
    expect(document.activeElement).toBe(await field());
    await userEvent.click(screen.getByRole('button', { name: 'Close' }));
    expect(document.activeElement).toBe(screen.getByRole('button', LINE));
    expect(screen.queryByRole('textbox')).toBeNull();
  });

  test('goes to what came of the request', async () => {
    renderWithTexts(<Page />);
    await userEvent.click(screen.getByRole('button', LINE));
    await userEvent.type(await field(), 'a new laptop{Enter}');
    expect(document.activeElement?.textContent).toContain('Temporary access was asked for');
  });

  test('is not taken by a form that no one has opened', async () => {
    show('issues', { ...open, refusal: 'Use the computer in the meeting room.' });
    expect(document.activeElement).not.toBe(await field());
    expect(screen.queryByRole('button', { name: 'Close' })).toBeNull();
  });
});
