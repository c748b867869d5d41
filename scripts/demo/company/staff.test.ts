import { CHECK_TYPES } from '@vestibule/contracts';
import { expect, test } from 'vitest';
import { DEMO_PEOPLE } from '../../../apps/server/src/subjects/people/trial-people.ts';
import { TRIAL_ADMINISTRATOR } from './administrator.ts';
import { STAFF } from './staff.ts';

test('the trial’s company has fifty people, each with a login of their own', () => {
  const logins = [TRIAL_ADMINISTRATOR, ...DEMO_PEOPLE, ...STAFF].map(({ login }) => login);
  expect(new Set(logins).size).toBe(50);
  expect(logins.filter((login) => !/^[a-z]+(\.[a-z])?$/.test(login))).toEqual([]);
});

test('most computers are as the company wants them, and every trouble is a check', () => {
  const troubled = STAFF.filter(({ bad, unread }) => bad.length + unread.length > 0);
  expect(troubled.length).toBeGreaterThan(4);
  expect(troubled.length).toBeLessThan(STAFF.length / 4);
  for (const { bad, unread } of troubled) expect(CHECK_TYPES).toEqual(expect.arrayContaining([...bad, ...unread]));
});

test('the first day of those who are kept out has something for each page: a fix, a request, and access that was given', () => {
  const firstDays = STAFF.flatMap(({ firstDay, bad }) => (firstDay === undefined ? [] : [{ ...firstDay, bad }]));
  expect(firstDays.map(({ does }) => does)).toEqual(['fix', 'ask', 'ask-and-get']);
  expect(firstDays.filter(({ bad }) => bad.length === 0)).toEqual([]);
});
