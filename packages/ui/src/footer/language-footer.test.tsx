// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { LanguageFooter } from './language-footer.tsx';

afterEach(cleanup);

it('offers each language by its own name and says which was chosen', async () => {
  const onLanguageChange = vi.fn();
  render(
    <LanguageFooter
      language="en"
      languageLabel="Language"
      languages={[
        { tag: 'en', name: 'English' },
        { tag: 'de', name: 'Deutsch' },
      ]}
      links={[{ href: '/privacy', label: 'Privacy policy' }]}
      onLanguageChange={onLanguageChange}
      text="Workplace"
    />,
  );
  const choice = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Language' });
  expect(choice.value).toBe('en');
  await userEvent.selectOptions(choice, 'Deutsch');
  expect(onLanguageChange).toHaveBeenCalledWith('de');
  expect(screen.getByRole('contentinfo').textContent).toContain('Workplace');
});
