import { expect, it } from 'vitest';
import { withChange } from './use-address.ts';

it.each([
  ['', { search: 'a b' }, '?search=a+b'],
  ['search=x&state=waiting', { search: undefined }, '?state=waiting'],
  ['search=x', { search: '' }, ''],
  ['view=blocked', { view: 'roles', after: '2' }, '?view=roles&after=2'],
])('%j with %j is %j', (search, change, changed) => {
  expect(withChange(search, change)).toBe(changed);
});
