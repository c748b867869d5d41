import { setTimeout } from 'node:timers/promises';
import { misuse } from '../frame/failure.ts';
import { timeText } from '../frame/output.ts';
import type { Run } from '../frame/run.ts';

/** A check takes a few seconds, and longer on a computer that was asleep. */
export const DEFAULT_WAIT_SECONDS = 30;
const MOST_SECONDS = 300;
const POLL_MS = 500;

/** Has a caller’s computer read again, and says what it found, or that nothing answered within the time. */
export async function checkAgain(session: Run, code: string, wait: string): Promise<void> {
  const { ask, output } = session;
  const seconds = Number(wait);
  if (!/^\d{1,3}$/.test(wait) || seconds < 1 || seconds > MOST_SECONDS) {
    throw misuse(`--wait must be a number of seconds from 1 to ${MOST_SECONDS}.`);
  }
  const before = await ask('adminSupport', { parameters: { code } });
  const outcome = await ask('adminCheckAgain', { parameters: { code } });
  if (outcome.isDryRun) return output.outcome(outcome, '');

  const isNew = (reportedAt: string | undefined) =>
    reportedAt !== undefined && reportedAt !== before.device?.reportedAt;
  const end = Date.now() + seconds * 1000;
  let found = before;
  while (!isNew(found.device?.reportedAt) && Date.now() < end) {
    output.progress('Waiting for their computer…');
    await setTimeout(POLL_MS);
    found = await ask('adminSupport', { parameters: { code } });
  }

  const { broken, blocking, device } = found;
  const isReported = isNew(device?.reportedAt);
  output.answer({ ...outcome, isReported, reportedAt: device?.reportedAt ?? null, broken, blocking }, () => {
    if (!isReported || device === null) {
      output.say(
        `Nothing came within ${seconds === 1 ? '1 second' : `${seconds} seconds`}: perhaps no page of theirs is open, or it cannot reach Workplace. Have them press "Check again" on the page, or type on the computer: workplace check`,
      );
      return;
    }
    output.say(
      blocking.length === 0
        ? `${device.name} was checked again at ${timeText(device.reportedAt)} UTC: it meets the policy.`
        : `${device.name} was checked again at ${timeText(device.reportedAt)} UTC. These checks still fail and are required: ${blocking.join(', ')}.`,
    );
    output.say('All of it:');
    output.line(`  vestibule support ${found.session.code}`);
  });
}
