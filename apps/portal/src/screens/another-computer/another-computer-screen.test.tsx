// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { VouchView } from '@vestibule/flows';
import { renderWithTexts } from '@vestibule/texts/testing';
import { describe, expect, it, vi } from 'vitest';
import { pageInfo } from '../../../gallery/page-info.ts';
import { AnotherComputerScreen } from './another-computer-screen.tsx';

const COMPUTER = {
  name: 'NADIA-LT-0512',
  operatingSystem: 'windows',
  since: '2026-11-24T08:41:00.000Z',
  address: '198.51.100.24',
  isSameAddress: false,
};

function show(view: VouchView) {
  const said = { onCode: vi.fn(), onConfirm: vi.fn(), onCancel: vi.fn() };
  renderWithTexts(
    <AnotherComputerScreen accountHref="/account" checkHref="/check" header={pageInfo} view={view} {...said} />,
  );
  return said;
}

describe('the code', () => {
  it('is typed as it stands on the other computer', async () => {
    const { onCode } = show({ step: 'code', isBusy: false, problem: null });
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Register another computer');
    await userEvent.type(screen.getByLabelText('Code that the new computer shows'), 'k7qm 4x9p{Enter}');
    expect(onCode).toHaveBeenCalledExactlyOnceWith('k7qm 4x9p');
  });

  it.each([
    ['code-incomplete', 'The code has eight letters and digits, such as K7QM-4X9P.'],
    ['too-many-tries', 'Too many wrong codes. Wait a minute and try again.'],
  ] as const)('that is not taken says why: %s', (problem, sentence) => {
    show({ step: 'code', isBusy: false, problem });
    const field = screen.getByLabelText('Code that the new computer shows');
    expect(field.getAttribute('aria-invalid')).toBe('true');
    expect(screen.getByText(sentence)).toBeDefined();
    expect(document.activeElement).toBe(field);
  });

  it('leads to support where nothing is registered from here, and back', () => {
    show({ step: 'code', isBusy: false, problem: 'not-offered' });
    expect(screen.getByRole('alert').textContent).toContain('Support can register it.');
    expect(screen.getByRole('link', { name: 'Back to your account' }).getAttribute('href')).toBe('/account');
  });
});

describe('the computer', () => {
  it('is named with its system, time and address, and a plain warning', async () => {
    const { onConfirm, onCancel } = show({ step: 'computer', computer: COMPUTER, isBusy: false, problem: null });
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Register this computer?');
    for (const value of ['NADIA-LT-0512', 'Windows', '198.51.100.24, another one than this computer has']) {
      expect(screen.getByText(value)).toBeDefined();
    }
    expect(screen.getByText(/24 November 2026|November 24, 2026/)).toBeDefined();
    expect(screen.getByText('Only if you are sitting at that computer')).toBeDefined();
    expect(onConfirm).not.toHaveBeenCalled();
    await userEvent.click(screen.getByRole('button', { name: 'No, stop here' }));
    expect(onCancel).toHaveBeenCalledOnce();
    await userEvent.click(screen.getByRole('button', { name: 'Yes, register it' }));
    expect(onConfirm).toHaveBeenCalledOnce();
  });

  it('is not confirmed by Enter on a page that has just opened', async () => {
    const { onConfirm } = show({ step: 'computer', computer: COMPUTER, isBusy: false, problem: null });
    await userEvent.keyboard('{Enter}');
    expect(onConfirm).not.toHaveBeenCalled();
  });

  it('says what this one lacks', () => {
    show({ step: 'computer', computer: COMPUTER, isBusy: false, problem: 'checks-fail' });
    expect(screen.getByRole('alert').textContent).toContain('This computer does not pass its own checks');
    expect(screen.getByRole('link', { name: 'Check this computer' }).getAttribute('href')).toBe('/check');
  });
});

it('says when it is done, and what to do where that was a mistake', () => {
  show({ step: 'done', name: 'NADIA-LT-0512' });
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('NADIA-LT-0512 is registered');
  expect(screen.getByText(/tell support at once/)).toBeDefined();
});
