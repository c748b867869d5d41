// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { KeyValueList } from './key-value-list.tsx';

afterEach(cleanup);

it('shows each label with its value and leaves out what is empty', () => {
  render(
    <KeyValueList
      entries={[
        { label: 'Name', value: 'Nadia Keller' },
        { label: 'Email', value: '' },
      ]}
    />,
  );
  expect(screen.getAllByRole('term').map(({ textContent }) => textContent)).toEqual(['Name']);
  expect(screen.getByRole('definition').textContent).toBe('Nadia Keller');
});
