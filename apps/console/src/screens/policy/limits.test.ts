import { CHECK_TYPES } from '@vestibule/contracts';
import { expect, it } from 'vitest';
import { IN_TEXT_ALONE, LIMITS, limitsOfCheck } from './limits.ts';

it.each(CHECK_TYPES)('asks for each limit of %s in the form, or says that it stands in the text alone', (type) => {
  const { inText } = limitsOfCheck(type);
  expect(inText.filter((name) => !IN_TEXT_ALONE.includes(name))).toEqual([]);
});

it('asks for nothing that no check has', () => {
  const all = CHECK_TYPES.map(limitsOfCheck);
  const asked = all.flatMap(({ limits }) => limits.map(({ name }) => name));
  expect(Object.keys(LIMITS).filter((name) => !asked.includes(name))).toEqual([]);
  const inText = all.flatMap((one) => one.inText);
  expect(IN_TEXT_ALONE.filter((name) => !inText.includes(name))).toEqual([]);
});
