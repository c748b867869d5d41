// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Button } from './button.tsx';
import { ButtonLink } from './button-link.tsx';

afterEach(cleanup);

describe('Button', () => {
  it('is pressed with mouse and keyboard', async () => {
    const onPress = vi.fn();
    render(<Button onPress={onPress}>Continue</Button>);
    await userEvent.click(screen.getByRole('button', { name: 'Continue' }));
    await userEvent.keyboard('{Enter}');
    expect(onPress).toHaveBeenCalledTimes(2);
  });

  it('stays in the tab order when disabled, names its reason and takes no press', async () => {
    const onPress = vi.fn();
    render(
      <>
        <p id="reason">Fix the security issue above to continue</p>
        <Button describedBy="reason" isDisabled onPress={onPress}>
          Continue
        </Button>
      </>,
    );
    await userEvent.tab();
    const button = screen.getByRole('button', { name: 'Continue', description: /Fix the security issue/ });
    expect(document.activeElement).toBe(button);
    expect(button.getAttribute('aria-disabled')).toBe('true');
    await userEvent.keyboard('{Enter}');
    await userEvent.click(button);
    expect(onPress).not.toHaveBeenCalled();
  });

  it('submits its form, but not while busy', async () => {
    const onSubmit = vi.fn((event: { preventDefault: () => void }) => event.preventDefault());
    const form = (isBusy: boolean) => (
      <form onSubmit={onSubmit}>
        <Button isBusy={isBusy} type="submit">
          Sign in
        </Button>
      </form>
    );
    const { rerender } = render(form(false));
    await userEvent.click(screen.getByRole('button', { name: 'Sign in' }));
    rerender(form(true));
    await userEvent.click(screen.getByRole('button', { name: 'Sign in' }));
    expect(onSubmit).toHaveBeenCalledTimes(1);
  });
});

describe('ButtonLink', () => {
  it('opens a new tab without handing this page over', () => {
    render(
      <ButtonLink href="/help" opensNewTab>
        Help me fix it
      </ButtonLink>,
    );
    const link = screen.getByRole('link', { name: 'Help me fix it' });
    expect([link.getAttribute('target'), link.getAttribute('rel')]).toEqual(['_blank', 'noopener']);
  });
});
