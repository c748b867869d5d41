import { expect, it } from 'vitest';
import { linesOf } from './lines-of.ts';

it.each([
  [{ isOn: true, manager: 'ufw', gaps: [] }, ['isOn: true', 'manager: ufw', 'gaps: –']],
  [
    { products: [{ id: 'a', isOn: null }, { id: 'b' }] },
    ['products[1].id: a', 'products[1].isOn: null', 'products[2].id: b'],
  ],
  [{ gaps: ['IPv6', 'Public networks'] }, ['gaps[1]: IPv6', 'gaps[2]: Public networks']],
  [{ detail: undefined, unavailable: 'timed-out' }, ['unavailable: timed-out']],
  ['text', ['text']],
  [null, ['null']],
  [[], ['–']],
])('%j is %j', (value, expected) => {
  expect(linesOf(value)).toEqual(expected);
});
