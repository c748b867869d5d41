// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { Tabs } from './tabs.tsx';

afterEach(cleanup);

it('shows the first panel, and the next one by arrow key', async () => {
  render(
    <Tabs
      items={[
        { key: 'ten', label: 'Ten', content: <p>Of ten</p> },
        { key: 'seven', label: 'Seven', content: <p>Of seven</p> },
      ]}
      name="Version"
    />,
  );
  expect(screen.getByRole('tablist', { name: 'Version' })).toBeDefined();
  expect(screen.getByRole('tabpanel', { name: 'Ten' }).textContent).toBe('Of ten');
  await userEvent.tab();
  await userEvent.keyboard('{ArrowRight}');
  expect(screen.getByRole('tab', { name: 'Seven' }).getAttribute('aria-selected')).toBe('true');
  expect(screen.getByRole('tabpanel').textContent).toBe('Of seven');
});
