// @vitest-environment jsdom
import { cleanup, render, screen, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { Step, StepList } from './step-list.tsx';

afterEach(cleanup);

it('is a numbered list, each step with its sentence and what to press', () => {
  render(
    <StepList>
      <Step title="Open the file">It is in the downloads list.</Step>
      <Step action={<a href="#install">Install</a>} title="Install" />
    </StepList>,
  );
  const steps = within(screen.getByRole('list')).getAllByRole('listitem');
  expect(steps.map(({ textContent }) => textContent)).toEqual([
    'Open the fileIt is in the downloads list.',
    'InstallInstall',
  ]);
  expect(screen.getByRole('link', { name: 'Install' }).getAttribute('href')).toBe('#install');
});
