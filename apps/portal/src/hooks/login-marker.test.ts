import { createFakePorts } from '@vestibule/flows/testing';
import { expect, test } from 'vitest';
import { findLoginMarker, namesSignIn } from './login-marker.ts';

const ADDRESS = '5f0c9a7e-7b3f-4d4e-9d57-0d9d3d5f1a11';
const TAB = '6f0c9a7e-7b3f-4d4e-9d57-0d9d3d5f1a12';
const QUICK_START = '7f0c9a7e-7b3f-4d4e-9d57-0d9d3d5f1a13';
const INFO = { loginMarker: TAB, startUrl: null, applicationName: 'Mail', mode: 'frontline' };
const PATH = `/device-check/v2?login=${QUICK_START}`;

test.each([
  [`?login=${ADDRESS}`, INFO, PATH, ADDRESS],
  ['?login=junk', INFO, PATH, TAB],
  ['', INFO, PATH, TAB],
  ['', null, PATH, QUICK_START],
  ['', null, 'https://evil.example/?login=junk', null],
  ['', null, 'junk', null],
  ['', null, null, null],
])(
  '[S3.078] from the address %j, else of this tab, else of a quick start in Safari',
  (search, info, path, expected) => {
    const { memory, remembered } = createFakePorts();
    if (info !== null) remembered.set('pageInfo', info);
    if (path !== null) remembered.set('quickStartRedirection', path);
    expect(findLoginMarker(search, memory)).toBe(expected);
  },
);

test.each([
  [`?login=${ADDRESS}`, true],
  ['?login=junk', false],
  ['', false],
])('whether the address %j names a sign-in: %s', (search, expected) => {
  expect(namesSignIn(search)).toBe(expected);
});
