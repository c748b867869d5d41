// @vitest-environment jsdom
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
