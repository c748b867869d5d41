import type { adminPackagesCall, CallBody } from '@vestibule/contracts';
import type { FirstSteps, OneStep } from '../hooks/use-first-steps.ts';

const steps: readonly OneStep[] = [
  { step: 'people', state: 'done', sentence: { id: 'provider-used', values: { provider: 'Entra ID', people: 40 } } },
  {
    step: 'application',
    state: 'done',
    sentence: { id: 'application-used', values: { application: 'Mail', at: '2026-11-26T08:41:00.000Z' } },
  },
  { step: 'policy', state: 'done', sentence: { id: 'policy-written', values: { checks: 11 } } },
  { step: 'arrivals', state: 'done', sentence: { id: 'people-came', values: { people: 48 } } },
  {
    step: 'install',
    state: 'now',
    sentence: { id: 'some-have-both', values: { reported: 38, people: 48, others: 10 } },
  },
  { step: 'rehearse', state: 'later', sentence: { id: 'not-rehearsed', values: {} } },
  { step: 'pilot', state: 'later', sentence: { id: 'no-pilot', values: {} } },
  { step: 'everyone', state: 'later', sentence: { id: 'everyone-later', values: {} } },
].map((one) => ({ ...one, says: '' }) as OneStep);

/** An administrator in the middle of them. */
export const found: FirstSteps = {
  steps: [...steps],
  installed: { people: 48, extension: 45, workplace: 38 },
  missing: ['The browser extension for this gate was not made yet.'],
  goodToDo: [
    { what: 'support', isDone: true },
    { what: 'mail', isDone: false },
    { what: 'second-administrator', isDone: false },
  ],
};
export const done: FirstSteps = { ...found, steps: steps.map((one) => ({ ...one, state: 'done' })) };

export const packages: CallBody<typeof adminPackagesCall> = {
  packages: [
    {
      file: 'workplace-3.7.0-x64.msi',
      system: 'windows',
      bytes: 43_200_000,
      href: '/download/workplace-3.7.0-x64.msi?expires=1&signature=s',
    },
    {
      file: 'workplace-3.7.0.pkg',
      system: 'macos',
      bytes: 51_000_000,
      href: '/download/workplace-3.7.0.pkg?expires=1&signature=s',
    },
  ],
  extension: {
    version: '3.7.0',
    file: 'workplace-extension.zip',
    href: '/download/workplace-extension.zip?expires=1&signature=s',
  },
  cannotMake: null,
  missing: ['People who are asked to install Workplace find no package for Linux.'],
};
