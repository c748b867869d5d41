// @vitest-environment jsdom
import { renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import { useCompanyAccent } from './use-company-accent.ts';

const property = (name: string) => document.documentElement.style.getPropertyValue(name);

it('gives the page the colour of the company and takes it away again', () => {
  const { rerender } = renderHook<void, string | null>(useCompanyAccent, { initialProps: '#1d6b5c' });
  expect(property('--company-light-fill')).toBe('#1d6b5c');
  expect(property('--company-dark-fill')).toBe('#257162');
  expect(property('--company-dark-text')).toBe('#ffffff');
  rerender(null);
  expect(document.documentElement.style).toHaveLength(0);
});

it.each(['red', '#fff', '#12345g', 'url(//evil.example)'])('does not take %s for a colour', (colour) => {
  renderHook(() => useCompanyAccent(colour));
  expect(document.documentElement.style).toHaveLength(0);
});
