import type { Device, DeviceSession } from '../../repositories/devices.ts';
import type { ServerContext } from '../../context/server-context.ts';

export const REPORTED_WINDOW_MS = 3_600_000;

/**
 * So many characters the computers of one person report in an hour. One report has some 10,000, and a client sends one every
 * ten seconds at most. Computers that wait have less, and never use up what the registered ones have: anyone who has but the
 * password shows such ones, and what they report is kept as long as any other.
 */
export const REPORTED_MAXIMUM = Object.freeze({ waiting: 8_000_000, known: 64_000_000 });

/**
 * Counts a report that its computer has signed for this session.
 * @returns false where its person's computers have reported too much already
 */
export function mayReport(
  { reported, company }: Pick<ServerContext, 'reported' | 'company'>,
  { personId }: Pick<DeviceSession, 'personId'>,
  { state }: Pick<Device, 'state'>,
  characters: number,
): boolean {
  const standing = state === 'approved' ? 'known' : 'waiting';
  const key = `${company.id} ${personId} ${standing}`;
  if (reported.read(key) + characters > REPORTED_MAXIMUM[standing]) return false;
  reported.add(key, characters);
  return true;
}
