// @vitest-environment jsdom
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
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

it.each([
  [600, true],
  [400, false],
])('is a stop of the Tab key where %d px stand in 400: %s', async (height, isStop) => {
  vi.spyOn(Element.prototype, 'scrollHeight', 'get').mockReturnValue(height);
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(400);
  render(
    <ModalDialog choices={<Button>Accept</Button>} closeLabel="Close" isOpen onClose={vi.fn()} title="The agreement">
      <p>Long.</p>
    </ModalDialog>,
  );
  await userEvent.tab();
  const expected = isStop
    ? screen.getByRole('group', { name: 'The agreement' })
    : screen.getByRole('button', { name: 'Accept' });
  expect(document.activeElement).toBe(expected);
});

it('fades in and out over 250 ms [S2.072, S9.040]', () => {
  const read = (file: string) => readFileSync(join(import.meta.dirname, file), 'utf8');
  expect(read('../tokens.css')).toMatch(/--modal: 250ms;/);
  const sheet = read('modal-dialog.module.css');
  expect(sheet).toMatch(/\.veil \{[^}]*transition: opacity var\(--modal\)/);
  expect(sheet).toMatch(/\.veil\[data-entering\],\s*\.veil\[data-exiting\] \{\s*opacity: 0;/);
});
