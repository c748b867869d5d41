import { CALLS } from '@vestibule/contracts';
import { STREAM_PROBE_HEADER, STREAM_PROBE_MS } from './stream-probe.ts';
import { ask, type Asked } from './ask.ts';
import { type Finding, good, look, wrong } from './finding.ts';
import { reasonOf } from '../log/reason-of.ts';

const CHECK = 'Event stream';

const UNGATHER =
  'Switch off buffering for it. nginx: proxy_buffering off; proxy_read_timeout 1h; Apache: flushpackets=on; others: pass on text/event-stream as it comes.';

/**
 * Opens the event stream where browsers do, and looks whether its first event comes before its end: a proxy that gathers
 * answers makes every fix wait for the next poll.
 * @param probe what this server's data folder holds for it; null: nothing yet
 * @param isServerUnable whether this server runs and cannot answer, for want of its database
 */
export async function lookAtStream(publicUrl: string, probe: string | null, isServerUnable: boolean): Promise<Finding> {
  if (probe === null) {
    return look(
      CHECK,
      'Not looked at: the server has left no probe in its data folder.',
      'Start the server once with this data folder.',
    );
  }
  let asked: Asked;
  try {
    asked = await ask(`${publicUrl}${CALLS.events.path}`, {
      headers: { [STREAM_PROBE_HEADER]: probe },
      checksCertificate: false,
    });
  } catch (error) {
    return wrong(
      CHECK,
      `${publicUrl} cannot be reached: ${reasonOf(error)}.`,
      'Look at the lines on name and certificate, and whether the proxy runs.',
    );
  }
  if (asked.status === 421) {
    return wrong(
      CHECK,
      `What answers at ${publicUrl} does not know this address.`,
      'Let the proxy pass the host on (nginx: proxy_set_header Host $host), and name the proxy: vestibule setup --change --behind-proxy ADDRESS',
    );
  }
  if (asked.status === 503 && isServerUnable) {
    return look(
      CHECK,
      'Not looked at: the server cannot answer as long as it lacks something else (status 503).',
      'Once the other lines are right, do this again.',
    );
  }
  if (asked.status !== 200) {
    return wrong(
      CHECK,
      `${publicUrl} answers with status ${asked.status}: another server, or a proxy that cannot reach this one.`,
      'Let the proxy lead to where this server listens; start the server again if its data folder was changed.',
    );
  }
  const early = asked.endedAt - asked.firstAt;
  const first = Math.round(asked.firstAt - asked.sentAt);
  if (early < STREAM_PROBE_MS / 2) {
    return wrong(
      CHECK,
      `Something in front gathers the stream: its first event came after ${first} ms, with its end.`,
      UNGATHER,
    );
  }
  return good(CHECK, `Comes as it is sent: the first event after ${first} ms, ${Math.round(early)} ms before the end.`);
}
