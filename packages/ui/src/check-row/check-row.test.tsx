// @vitest-environment jsdom
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { VERDICTS } from '../verdict/verdict.ts';
import { CheckRow } from './check-row.tsx';

afterEach(cleanup);

/** jsdom knows no AnimationEvent, so React listens for the prefixed name there. */
function endAnimation(element: Element) {
  fireEvent(element, new Event('webkitAnimationEnd', { bubbles: true }));
}

it('gives each verdict a name and a shape of its own, apart from what turns', () => {
  render(
    <ul>
      {VERDICTS.map((verdict) => (
        <CheckRow key={verdict} title={verdict} verdict={verdict} verdictName={`It is ${verdict}`} />
      ))}
    </ul>,
  );
  const shapes = VERDICTS.map((verdict) => screen.getByRole('img', { name: `It is ${verdict}` }).innerHTML);
  const turning = ['scanning', 'fixing', 'installing'];
  const still = VERDICTS.filter((verdict) => !turning.includes(verdict));
  expect(new Set(shapes).size).toBe(still.length + 1);
});

it('shows how far a fix has come', () => {
  render(
    <ul>
      <CheckRow
        progress={{ name: 'Encryption', share: 0.42, left: '42% done', right: 'About 9 minutes left' }}
        title="Encrypting the hard drive"
        verdict="fixing"
        verdictName="Fixing"
      />
    </ul>,
  );
  expect(screen.getByRole('progressbar', { name: 'Encryption' }).getAttribute('aria-valuenow')).toBe('42');
  expect(screen.getByText('About 9 minutes left')).toBeDefined();
});

it('[S9.039] stands for 500 ms with its new state before it closes', () => {
  const styles = (path: string) => readFileSync(join(import.meta.dirname, path), 'utf8');
  const [, duration] = /--row-stay: (\d+)ms;/.exec(styles('../tokens.css')) ?? [];
  expect(duration).toBe('500');
  // The third value of the shorthand is what it waits before it begins.
  const leaving = /\.leaving \{\s*animation: close (\S+) (\S+) (\S+) forwards;/.exec(styles('check-row.module.css'));
  expect(leaving?.slice(1)).toEqual(['var(--base)', 'var(--curve)', 'var(--row-stay)']);
});

it('reports that it has left when its height has closed, and not for what moves inside it', () => {
  const onLeft = vi.fn();
  render(
    <ul>
      <CheckRow isLeaving onLeft={onLeft} title="The firewall is on" verdict="passed" verdictName="Passed" />
    </ul>,
  );
  endAnimation(screen.getByRole('heading', { name: 'The firewall is on' }));
  expect(onLeft).not.toHaveBeenCalled();
  endAnimation(screen.getByRole('listitem'));
  expect(onLeft).toHaveBeenCalledTimes(1);
});
