// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { Button } from '../button/button.tsx';
import { ModalDialog } from './modal-dialog.tsx';

afterEach(cleanup);

it('is a dialog with a title, holds the focus and closes by button and by Escape', async () => {
  const onClose = vi.fn();
  render(
    <ModalDialog
      choices={<Button>Change it</Button>}
      closeLabel="Close"
      isOpen
      onClose={onClose}
      title="This changes it"
    >
      <p>In earnest.</p>
    </ModalDialog>,
  );
  const dialog = screen.getByRole('dialog', { name: 'This changes it' });
  expect(dialog.contains(screen.getByRole('button', { name: 'Close' }))).toBe(true);
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Close' }));
  await userEvent.click(screen.getByRole('button', { name: 'Close' }));
  await userEvent.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledTimes(2);
});
