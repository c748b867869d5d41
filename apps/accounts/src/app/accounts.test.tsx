// @vitest-environment jsdom
import { signInOptionsCall } from '@vestibule/contracts';
import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { given } from '../testing/fake-ports.ts';
import { company } from '../testing/samples.ts';
import { show } from '../testing/show.tsx';

vi.mock('../screens/in-progress/in-progress-screen.tsx', () => {
  throw new Error('A new version has other files.');
});

const answers = [given(signInOptionsCall, company)];

it('shows the company around every page', async () => {
  show({ address: '/online/', answers });
  expect(await screen.findByText('Alderbrook')).toBeDefined();
  expect(screen.getByRole('link', { name: 'Support' }).getAttribute('href')).toBe('mailto:it-help@alderbrook.example');
  expect(screen.getByRole('link', { name: 'Privacy policy' }).getAttribute('href')).toBe(company.privacyPolicyUrl);
  expect(document.title).toBe('Sign in – Alderbrook');
});

it('takes on the colour of the company', async () => {
  show({ address: '/online/', answers: [given(signInOptionsCall, { ...company, accentColor: '#1d6b5c' })] });
  await screen.findByText('Alderbrook');
  await expect.poll(() => document.documentElement.style.getPropertyValue('--company-light-fill')).toBe('#1d6b5c');
});

it('changes the language and remembers it', async () => {
  const { remembered } = show({ address: '/online/', answers });
  await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Language' }), 'Deutsch');
  expect(remembered).toEqual(['de']);
  await expect.poll(() => document.documentElement.lang).toBe('de');
});

it('shows the sign-in for a path that is no page', async () => {
  show({ address: '/online/nothing', answers });
  expect(await screen.findByLabelText('Login')).toBeDefined();
});

it('keeps the keyboard where the person is: the heading of the next page takes the focus', async () => {
  const { navigation } = show({ address: '/online/', answers });
  const login = await screen.findByLabelText('Login');
  expect(document.activeElement).toBe(login);
  act(() => navigation.show('/onboarding/signup'));
  const heading = await screen.findByRole('heading', { level: 1, name: 'You need an invitation' });
  expect(document.activeElement).toBe(heading);
});

it('offers to load the page again when a part of it does not arrive', async () => {
  const { visited } = show({ address: '/onboarding/in-progress', answers });
  await screen.findByRole('heading', { level: 1, name: 'This page could not be loaded' });
  await userEvent.click(screen.getByRole('button', { name: 'Load again' }));
  expect(visited).toEqual(['reload']);
});
