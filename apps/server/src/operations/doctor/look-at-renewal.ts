import type { AcmeSettings } from '../config/acme-settings.ts';
import type { AcmeStatus } from '../tls/acme/acme-status.ts';
import { type Finding, good, look, wrong } from './finding.ts';

const CHECK = 'Renewal';
const URGENT_MS = 3 * 86_400_000;

/**
 * How the server's own getting of a certificate stands, as the server has written it down.
 * @param status null: no server has written anything yet
 */
export function lookAtRenewal(
  hostname: string,
  status: AcmeStatus | null,
  { directoryUrl }: AcmeSettings,
  now: Date,
): Finding {
  const authority = new URL(directoryUrl).host;
  const found = status?.names.find((name) => name.hostname === hostname);
  if (status === null || found === undefined) {
    const next = 'Start the server, and look again: the certificate is ordered then.';
    return look(CHECK, `No server has ordered a certificate for ${hostname} at ${authority} yet.`, next);
  }
  const { until, nextAt, failure } = found;
  const end = until === null ? null : new Date(until);
  const isUrgent = end === null || end.getTime() - now.getTime() < URGENT_MS;
  const tell = isUrgent ? wrong : look;
  const state = end === null ? 'There is no certificate yet.' : `The certificate ends ${dayOf(end)}.`;
  if (status.deaf !== null) return tell(CHECK, state, status.deaf);
  if (failure !== null) {
    const again = nextAt === null ? '' : ` It is tried again at ${minuteOf(new Date(nextAt))}.`;
    return tell(CHECK, `${failure.problem} ${state}`, `${failure.next}${again}`);
  }
  if (end === null) return look(CHECK, `A certificate is being ordered at ${authority}.`, 'Look again in a minute.');
  if (end < now) return wrong(CHECK, `The certificate ended ${dayOf(end)}.`, 'Start the server: it orders a new one.');
  const next = nextAt === null ? '' : `, next look ${dayOf(new Date(nextAt))}`;
  return good(CHECK, `Renewed by ACME at ${authority}: ends ${dayOf(end)}${next}.`);
}

function dayOf(date: Date): string {
  return date.toISOString().slice(0, 10);
}

function minuteOf(date: Date): string {
  return `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
