// @vitest-environment jsdom
import { mySessionCall, onboardingProgressCall, signInOptionsCall } from '@vestibule/contracts';
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { type FakePortsOptions, given, Refused } from '../../testing/fake-ports.ts';
import { company, mySession, onboarding } from '../../testing/samples.ts';
import { show } from '../../testing/show.tsx';

const allDone = {
  steps: onboarding.steps.map((step) => ({ ...step, isDone: true })),
  isDone: true,
  continueTo: '/online/session-status',
};

function open(...answers: FakePortsOptions['answers']) {
  return show({ address: '/onboarding/in-progress', answers: [given(signInOptionsCall, company), ...answers] });
}

const heading = (name: string) => screen.findByRole('heading', { level: 1, name });

it('shows what is done, what comes next, and leads there', async () => {
  open(given(onboardingProgressCall, onboarding));
  await heading('Set up your access to work');
  expect(screen.getByText('2 of 4 steps are done.')).toBeDefined();
  const steps = screen.getAllByRole('listitem').map((step) => ({
    title: within(step).getByRole('heading').textContent,
    state: within(step).getByRole('img').getAttribute('aria-label'),
    isNext: within(step).queryByText('Next') !== null,
  }));
  expect(steps).toEqual([
    { title: 'Your account', state: 'Done', isNext: false },
    { title: 'A second factor', state: 'Done', isNext: false },
    { title: 'Install Workplace', state: 'Not done yet', isNext: true },
    { title: 'Check this computer', state: 'Not done yet', isNext: false },
  ]);
  expect(screen.getByRole('link', { name: 'Continue' }).getAttribute('href')).toBe('/device-check/download');
});

it('leads who has a role to the console, which asks for no computer, and no one else', async () => {
  open(given(onboardingProgressCall, onboarding), given(mySessionCall, { ...mySession, role: 'administrator' }));
  const link = await screen.findByRole('link', { name: 'Open the console' });
  expect(link.getAttribute('href')).toBe('/console/');
  cleanup();
  open(given(onboardingProgressCall, onboarding), given(mySessionCall, { ...mySession, role: null }));
  await heading('Set up your access to work');
  expect(screen.queryByRole('link', { name: 'Open the console' })).toBeNull();
});

it('says when all is done', async () => {
  open(given(onboardingProgressCall, allDone));
  await heading('You are set up');
  expect(screen.getByRole('link', { name: 'Continue' }).getAttribute('href')).toBe('/online/session-status');
});

it('looks again when the person comes back to it', async () => {
  open(given(onboardingProgressCall, onboarding, allDone));
  await heading('Set up your access to work');
  fireEvent(document, new Event('visibilitychange'));
  expect(await heading('You are set up')).toBeDefined();
});

it('leads to no other origin', async () => {
  open(given(onboardingProgressCall, { ...onboarding, continueTo: 'https://evil.example/' }));
  await heading('Set up your access to work');
  expect(screen.queryByRole('link', { name: 'Continue' })).toBeNull();
});

it('leads to the sign-in when no one is signed in', async () => {
  const { visited } = open(given(onboardingProgressCall, new Refused('not_signed_in')));
  await expect.poll(() => visited).toEqual(['instead /online/?reason=not_signed_in']);
});
