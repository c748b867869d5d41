import { CHECK_TYPES } from '@vestibule/contracts';
import { expect, it } from 'vitest';
import { CHECK_GROUPS } from './check-groups.ts';

it('has every check once', () => {
  const shown = CHECK_GROUPS.flatMap(({ checks }) => checks);
  expect(shown.toSorted()).toEqual(CHECK_TYPES.toSorted());
});
