// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { Header } from './header.tsx';

afterEach(cleanup);

const computer = {
  name: 'NADIA-LT-0427',
  systemAndBrowser: 'Windows 11 · Chrome 143',
  isLaptop: true,
  href: '/support#computer',
};

it('shows company, computer and the way to support', () => {
  render(
    <Header
      companyName="Alderbrook"
      computer={computer}
      logoUrl={null}
      support={{ href: '/support', label: 'Support' }}
    />,
  );
  expect(screen.getByText('Alderbrook')).toBeDefined();
  expect(screen.getByRole('link', { name: /NADIA-LT-0427/ }).getAttribute('href')).toBe('/support#computer');
  expect(screen.getByRole('link', { name: 'Support' }).getAttribute('href')).toBe('/support');
});

it('leaves the name alone when the logo does not load, and tries a new address', () => {
  const header = (logoUrl: string) => (
    <Header companyName="Alderbrook" computer={null} logoUrl={logoUrl} support={null} />
  );
  const { container, rerender } = render(header('/logo.svg'));
  const logo = container.querySelector('img');
  if (logo !== null) fireEvent.error(logo);
  expect(container.querySelector('img')).toBeNull();
  expect(screen.getByText('Alderbrook')).toBeDefined();
  rerender(header('/logo-2.svg'));
  expect(container.querySelector('img')).not.toBeNull();
});
