// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { ROUTES } from '../src/app/route-table.tsx';
import { screens } from './screens.ts';
import { states } from './states.ts';
import { steps } from './steps.ts';

/** Where the states are, without what stands behind the path. */
const paths = [...states.values()].map(({ address }) => address.split('?')[0] ?? '');

describe('the gallery', () => {
  it.each(ROUTES.map(({ path }) => path))('shows %s', (route) => {
    const parts = route.split('/');
    const isOfRoute = (path: string) => {
      const found = path.split('/');
      return (
        found.length === parts.length && parts.every((part, index) => part.startsWith(':') || part === found[index])
      );
    };
    expect(paths.some(isOfRoute)).toBe(true);
  });

  it.each(['first-steps', 'waiting', 'sign-ins', 'people', 'computers', 'gate', 'policy'])(
    'shows %s of an empty gate, while it loads, and where it does not',
    (page) => {
      const names = [...states.keys()];
      expect(names).toEqual(expect.arrayContaining([`${page}-empty`, `${page}-loading`, `${page}-failed`]));
    },
  );

  it('has a state for each name that pictures and steps go by', () => {
    expect([...screens, ...steps.keys()].filter((name) => !states.has(name))).toEqual([]);
  });
});
