// @vitest-environment jsdom
import type { ContinueOffer } from '@vestibule/flows';
import { expect, it } from 'vitest';
import { testText } from '@vestibule/texts/testing';
import { headlineOf } from './headline.ts';
import type { Tally } from './tally.ts';
import { headlineTexts } from './texts.ts';

function tally(changes: Partial<Tally>): Tally {
  return { total: 16, passed: 10, blocking: 0, blockingFixing: 0, fixing: 0, recommended: 0, unknown: 0, ...changes };
}

it.each<[string, Partial<Tally>, ContinueOffer['kind'], string]>([
  ['one', { blocking: 1 }, 'disabled', 'One issue keeps you from work. You go through as soon as it is done.'],
  [
    'two, one being fixed',
    { blocking: 2, blockingFixing: 1 },
    'absent',
    'Two issues keep you from work, one is being fixed. You go through as soon as all three are done.',
  ],
  ['seven', { blocking: 7 }, 'absent', '7 issues keep you from work. You go through as soon as all 7 are done.'],
  [
    'only being fixed',
    { blockingFixing: 2 },
    'disabled',
    'Two issues are being fixed. You go through as soon as both are done.',
  ],
  [
    'a policy that lets people through',
    { blocking: 2 },
    'enabled',
    'Two required issues are open. You can go on to work and fix them later.',
  ],
  [
    'only recommended',
    { recommended: 1 },
    'enabled',
    'You’re clear to continue. One setting could protect you better.',
  ],
  ['only unknown', { unknown: 1 }, 'enabled', 'You’re clear to continue. What could not be checked is tried again.'],
])('counts what blocks: %s', (_name, changes, kind, sentences) => {
  const { lead, more } = headlineOf(tally(changes), { kind }, testText);
  expect([lead, more].filter(Boolean).join(' ')).toBe(sentences);
});

it('tells the segment bar in one sentence and leaves out what there is none of', () => {
  const counts = tally({ blocking: 2, fixing: 1, recommended: 2, unknown: 1 });
  expect(testText(headlineTexts.segments, { ...counts })).toBe(
    '16 checks: 10 passed, 2 required failed, 1 being fixed, 2 recommended, 1 could not be checked',
  );
  expect(testText(headlineTexts.segments, { ...tally({ recommended: 6 }) })).toBe(
    '16 checks: 10 passed, 6 recommended',
  );
});
