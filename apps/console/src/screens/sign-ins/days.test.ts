import { describe, expect, it } from 'vitest';
import { momentsOf, spanOf } from './days.ts';

const now = new Date('2026-11-26T09:43:00.000Z');

describe('days', () => {
  it('begin and end in the zone of the browser, both included', () => {
    const { from = '', until = '' } = momentsOf({ since: '2026-10-01', until: '2026-10-01' });
    expect(Date.parse(until) - Date.parse(from)).toBe(86_400_000 - 1);
    expect(new Date(from).getHours()).toBe(0);
    expect(momentsOf({ since: undefined, until: undefined })).toEqual({});
  });

  it('are counted by the quarter of an hour as long as these can be told apart', () => {
    const by = (since?: string, until?: string) => spanOf({ since, until }, now);
    expect(by()).toBe('quarter-hour');
    expect(by('2026-11-26')).toBe('quarter-hour');
    expect(by('2026-11-20', '2026-11-21')).toBe('quarter-hour');
    expect(by('2026-11-19', '2026-11-21')).toBe('day');
    expect(by('2026-10-01')).toBe('day');
    expect(by(undefined, '2026-10-31')).toBe('day');
  });
});
