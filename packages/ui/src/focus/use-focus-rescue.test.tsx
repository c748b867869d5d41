// @vitest-environment jsdom
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useRef } from 'react';
import { afterEach, expect, it } from 'vitest';
import { CheckRow } from '../check-row/check-row.tsx';
import { ContinueDock } from '../continue-dock/continue-dock.tsx';
import { ModalDialog } from '../modal/modal-dialog.tsx';
import { useFocusRescue } from './use-focus-rescue.ts';

afterEach(cleanup);

interface ListProps {
  readonly rows: readonly string[];
  readonly fixing?: string;
  readonly hasDock?: boolean;
}

function List({ rows, fixing, hasDock = true }: ListProps) {
  const page = useRef<HTMLDivElement>(null);
  useFocusRescue(page);
  return (
    <div ref={page}>
      <h1 tabIndex={-1}>Resolve compliance issues</h1>
      <ul>
        {rows.map((row) => (
          <CheckRow
            actions={row !== fixing && <button type="button">Fix {row}</button>}
            key={row}
            title={row}
            verdict="required"
            verdictName="Failed"
          />
        ))}
      </ul>
      {hasDock && <ContinueDock hint={null} isEnabled label="Continue" onPress={() => undefined} />}
    </div>
  );
}

function focus(name: string) {
  screen.getByRole('button', { name }).focus();
}

it('stays in its row when the pressed button goes', () => {
  const { rerender } = render(<List rows={['firewall', 'updates']} />);
  focus('Fix firewall');
  rerender(<List fixing="firewall" rows={['firewall', 'updates']} />);
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'firewall' }));
});

it('goes to the first action of the next row when its row goes', () => {
  const { rerender } = render(<List rows={['firewall', 'updates']} />);
  focus('Fix firewall');
  rerender(<List rows={['updates']} />);
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Fix updates' }));
});

it('goes to Continue when the last row goes, and to the heading when there is no Continue', () => {
  const { rerender } = render(<List rows={['firewall', 'updates']} />);
  focus('Fix updates');
  rerender(<List rows={['firewall']} />);
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Continue' }));

  focus('Fix firewall');
  rerender(<List hasDock={false} rows={[]} />);
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
});

it('leaves focus alone that was elsewhere', async () => {
  const { rerender } = render(<List rows={['firewall', 'updates']} />);
  focus('Fix firewall');
  screen.getByRole('button', { name: 'Fix firewall' }).blur();
  await Promise.resolve();
  rerender(<List rows={['updates']} />);
  expect(document.activeElement).toBe(document.body);
});

it('comes back to the row when a window closes whose button has gone meanwhile', async () => {
  const page = (isOpen: boolean, fixing?: string) => (
    <>
      <List rows={['firewall', 'updates']} {...(fixing !== undefined && { fixing })} />
      <ModalDialog
        choices={<button type="button">Fix it</button>}
        closeLabel="Close"
        isOpen={isOpen}
        onClose={() => {}}
        title="First fix"
      >
        <p>In earnest.</p>
      </ModalDialog>
    </>
  );
  const { rerender } = render(page(false));
  focus('Fix firewall');
  rerender(page(true));
  await userEvent.click(screen.getByRole('button', { name: 'Fix it' }));
  expect(screen.getByRole('dialog').contains(document.activeElement)).toBe(true);
  rerender(page(true, 'firewall'));
  rerender(page(false, 'firewall'));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'firewall' })));
});

it('leaves the focus where a window has given it back', async () => {
  const page = (isOpen: boolean, rows: readonly string[]) => (
    <>
      <List rows={rows} />
      <button type="button">Support</button>
      <ModalDialog
        choices={<button type="button">Call</button>}
        closeLabel="Close"
        isOpen={isOpen}
        onClose={() => {}}
        title="Support"
      >
        <p>By phone.</p>
      </ModalDialog>
    </>
  );
  const { rerender } = render(page(false, ['firewall', 'updates']));
  focus('Support');
  rerender(page(true, ['firewall', 'updates']));
  await screen.findByRole('dialog');
  rerender(page(true, ['updates']));
  rerender(page(false, ['updates']));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Support' })));
});
