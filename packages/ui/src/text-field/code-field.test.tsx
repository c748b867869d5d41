// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createRef, useState } from 'react';
import { afterEach, expect, it } from 'vitest';
import { CodeField, type CodeFieldProps } from './code-field.tsx';

afterEach(cleanup);

function Field({ kind, error = null }: Pick<CodeFieldProps, 'kind'> & { readonly error?: string | null }) {
  const [value, setValue] = useState('');
  const input = createRef<HTMLInputElement>();
  return (
    <CodeField error={error} inputRef={input} kind={kind} label="Code" name="code" onChange={setValue} value={value} />
  );
}

it('brings up digits and what the phone received', async () => {
  render(<Field kind="one-time" />);
  const field = screen.getByLabelText<HTMLInputElement>('Code');
  expect(field.inputMode).toBe('numeric');
  expect(field.autocomplete).toBe('one-time-code');
  await userEvent.type(field, '123 456');
  expect(field.value).toBe('123 456');
});

it('offers nothing by itself for a recovery code', () => {
  render(<Field kind="recovery" />);
  expect(screen.getByLabelText('Code').getAttribute('autocomplete')).toBe('off');
});

it('says in words what is wrong', () => {
  render(<Field error="The code is wrong." kind="one-time" />);
  const field = screen.getByLabelText('Code');
  expect(field.getAttribute('aria-invalid')).toBe('true');
  expect(document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent).toBe('The code is wrong.');
});
