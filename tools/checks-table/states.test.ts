import { CHECK_TYPES } from '@vestibule/contracts';
import { describe, expect, test } from 'vitest';
import { SUBJECTS } from '../../e2e/states/all.ts';
import { changes, stepsOf } from '../../e2e/states/state.ts';

const subjects = SUBJECTS;
const states = subjects.flatMap((subject) => subject.states);

/** What the server knows, and what the kernel of the tests does not have. */
const NOT_HERE = ['KnownDevice'];
const MINIMUM = 150;

describe.each(subjects)('$name', (subject) => {
  test('has no two states of one name', () => {
    const names = subject.states.map(({ name }) => name);
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
  });

  test('every state changes a verdict against what was before', () => {
    const steps = stepsOf(subject);
    const same = steps.filter(
      ({ state, isCounted }, at) => isCounted && !changes(steps[at - 1]?.state.expected ?? {}, state.expected),
    );
    expect(same.map(({ state }) => state.name)).toEqual([]);
  });
});

test(`there are at least ${MINIMUM}, good and bad of every check`, () => {
  expect(states.length).toBeGreaterThanOrEqual(MINIMUM);
  for (const check of CHECK_TYPES.filter((one) => !NOT_HERE.includes(one))) {
    const verdicts = new Set(states.map(({ expected }) => expected[check]));
    expect([check, verdicts.has('passed'), verdicts.has('failed')]).toEqual([check, true, true]);
  }
});

test('states that say the same are told apart by a return to what was before', () => {
  const failed = (name: string) => ({ name, expected: { PasswordSet: 'failed' } }) as const;
  const steps = stepsOf({ name: 'x', asItWas: { PasswordSet: 'passed' }, states: [failed('a'), failed('b')] });
  expect(steps.map(({ state }) => state.name)).toEqual(['as it was', 'a', 'as it was', 'b', 'as it was']);
});
