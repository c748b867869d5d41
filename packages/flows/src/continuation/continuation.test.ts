import type { SignInMode } from '@vestibule/contracts';
import { describe, expect, test } from 'vitest';
import { continuationOf, type ContinuationInput } from './continuation.ts';

const input = (changes: Partial<ContinuationInput> = {}): ContinuationInput => ({
  mode: 'frontline',
  isPending: true,
  isFci: false,
  successUrl: null,
  back: null,
  origin: 'https://gate.example',
  ...changes,
});
const page = (path: string) => ({ kind: 'page', path });
const DESK = { appName: 'desk', url: '/start' };

describe('Continue leads', () => {
  test.each<[SignInMode, object, object]>([
    ['frontline', { kind: 'response' }, page('/online/session-status')],
    ['mfa', { kind: 'activation' }, page('/online/session-status')],
    ['onboarding', { kind: 'response' }, page('/online/session-status')],
    ['onboarding-v3', { kind: 'response' }, page('/online/session-status')],
    ['install', { kind: 'response' }, page('/online/session-status')],
    ['quick-start', page('/onboarding/in-progress'), page('/onboarding/in-progress')],
  ])(
    '[S1.017, S1.018] in mode %s to work, or to the success destination when no application waits',
    (mode, pending, alone) => {
      expect(continuationOf(input({ mode }))).toEqual(pending);
      expect(continuationOf(input({ mode, isPending: false }))).toEqual(alone);
    },
  );

  test.each<[SignInMode, object]>([
    ['frontline', { kind: 'response' }],
    ['mfa', { kind: 'activation' }],
    ['onboarding', page('/desk/start')],
    ['onboarding-v3', page('/desk/start')],
    ['install', page('/desk/start')],
    ['quick-start', page('/desk/start')],
  ])(
    '[S1.008] in mode %s to the destination that the cookie names, unless the server’s sign-in decides',
    (mode, wanted) => {
      expect(continuationOf(input({ mode, successUrl: DESK }))).toEqual(wanted);
      expect(continuationOf(input({ mode, successUrl: DESK, isPending: false }))).toEqual(page('/desk/start'));
    },
  );

  test('[S1.028] in quick start to the onboarding application, whether a work application waits or not', () => {
    for (const isPending of [true, false])
      expect(continuationOf(input({ mode: 'quick-start', isPending }))).toEqual(page('/onboarding/in-progress'));
  });

  test('[S4.044] with fci to the back address', () => {
    expect(continuationOf(input({ isFci: true, back: '/online/apps?tab=2' }))).toEqual(page('/online/apps?tab=2'));
    expect(continuationOf(input({ isFci: false, back: '/online/apps' }))).toEqual({ kind: 'response' });
    expect(continuationOf(input({ isFci: true }))).toEqual({ kind: 'response' });
  });

  test('not to the portal itself, which would go on to itself without end', () => {
    expect(continuationOf(input({ isFci: true, back: '/device-check/' }))).toEqual({ kind: 'response' });
    const successUrl = { appName: 'device-check', url: '/' };
    expect(continuationOf(input({ mode: 'install', isPending: false, successUrl }))).toEqual(
      page('/online/session-status'),
    );
  });

  test.each(['https://evil.example/', '//evil.example', 'javascript:alert(1)', '/\\evil.example'])(
    'never to %s, wherever it was named',
    (address) => {
      const successUrl = { appName: 'online', url: address };
      expect(continuationOf(input({ isFci: true, back: address }))).toEqual({ kind: 'response' });
      const led = continuationOf(input({ isPending: false, successUrl, back: address }));
      expect(JSON.stringify(led)).not.toMatch(/"https?:|"\/\/|"javascript/);
      expect(new URL(led.kind === 'page' ? led.path : '', 'https://gate.example').origin).toBe('https://gate.example');
    },
  );

  test('[S1.034] carries the back address along', () => {
    const led = continuationOf(input({ isPending: false, back: '/online/apps' }));
    expect(led).toEqual(page('/online/session-status?back=%2Fonline%2Fapps'));
  });
});
