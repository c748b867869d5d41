// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, it } from 'vitest';
import { RadioGroup } from './radio-group.tsx';

afterEach(cleanup);

const OPTIONS = [
  { value: 'yes', label: 'I did it.' },
  { value: 'no', label: 'I could not.' },
] as const;

function Choice() {
  const [value, setValue] = useState<'yes' | 'no' | null>(null);
  return (
    <>
      <RadioGroup name="How did it go?" onChange={setValue} options={OPTIONS} value={value} />
      <output>{value ?? 'nothing'}</output>
    </>
  );
}

const isChecked = (name: string) => screen.getByRole<HTMLInputElement>('radio', { name }).checked;

it('starts without a choice, and takes one by mouse', async () => {
  render(<Choice />);
  expect(screen.getByRole('group', { name: 'How did it go?' })).toBeDefined();
  expect([isChecked('I did it.'), isChecked('I could not.')]).toEqual([false, false]);
  await userEvent.click(screen.getByText('I could not.'));
  expect(screen.getByRole('status').textContent).toBe('no');
  expect([isChecked('I did it.'), isChecked('I could not.')]).toEqual([false, true]);
});

it('takes a choice by keyboard alone', async () => {
  render(<Choice />);
  await userEvent.tab();
  await userEvent.keyboard(' ');
  expect(screen.getByRole('status').textContent).toBe('yes');
  await userEvent.keyboard('{ArrowDown}');
  expect(screen.getByRole('status').textContent).toBe('no');
});
