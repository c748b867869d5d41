import type { FastifyBaseLogger } from 'fastify';
import type { AcmeSettings } from '../../config/acme-settings.ts';
import type { Installation } from '../../../context/server-context.ts';
import { type AcmeRecord, readAccountKey, replaceRecord, type StoredRecord } from './acme-records.ts';
import { AuthorityProblem, tellFailure } from './authority-problem.ts';
import { orderCertificate } from './order-certificate.ts';
import { renewalTime, retryTime } from './schedule.ts';

interface Due {
  readonly installation: Pick<Installation, 'database' | 'masterKey' | 'now'>;
  readonly acme: AcmeSettings;
  readonly logger: Pick<FastifyBaseLogger, 'error' | 'info'>;
  /** Of each name that wants a certificate. */
  readonly records: ReadonlyMap<string, StoredRecord | null>;
  /** The server ends. */
  readonly signal: AbortSignal;
  readonly random?: () => number;
}

/**
 * Orders the certificate that is due the longest, if one is. An attempt is written down as a failure before it begins: of
 * several servers one makes it, and one that was broken off is not begun again by a restart.
 */
export async function orderDueCertificate(due: Due): Promise<void> {
  const { installation, acme, logger, records, signal, random = Math.random } = due;
  const { now } = installation;
  const found = findDue(records, acme, now());
  if (found === null) return;
  const { hostname, before } = found;
  const known = before?.record.directoryUrl === acme.directoryUrl ? before.record : null;
  const failures = (known?.failures ?? 0) + 1;
  const pairBefore = before?.record.pair ?? null;
  const failed = { failures, certificate: pairBefore?.cert ?? null, random };
  const begun = await replaceRecord(installation, hostname, before, {
    directoryUrl: acme.directoryUrl,
    pair: pairBefore,
    challenge: null,
    failures,
    nextAt: retryTime({ ...failed, now: now() }).toISOString(),
    failure: known?.failure ?? null,
  });
  if (begun === null) return;
  let current: StoredRecord = begun;
  const change = async (changes: Partial<AcmeRecord>) => {
    const changed = await replaceRecord(installation, hostname, current, { ...current.record, ...changes });
    if (changed === null) throw new AuthorityProblem('overtaken', 'another server has ordered meanwhile');
    current = changed;
  };
  logger.info({ host: hostname, authority: acme.directoryUrl }, `A certificate is ordered for ${hostname}.`);
  try {
    const accountKey = await readAccountKey(installation, acme.directoryUrl);
    const offer = (challenge: AcmeRecord['challenge']) => change({ challenge });
    const pair = await orderCertificate({ acme, accountKey, hostname, offer, now, signal });
    const nextAt = renewalTime(pair.cert, random).toISOString();
    await change({ pair, challenge: null, failures: 0, failure: null, nextAt });
  } catch (error) {
    if (signal.aborted) return;
    const failure = tellFailure(error, { hostname, ...acme });
    const wantedMs = error instanceof AuthorityProblem ? error.retryAfterMs : 0;
    const nextAt = retryTime({ ...failed, now: now(), wantedMs }).toISOString();
    await change({ challenge: null, failure, nextAt });
    logger.error({ host: hostname, nextAt, failures }, `${failure.problem} ${failure.next}`);
  }
}

function findDue(
  records: Due['records'],
  { directoryUrl }: AcmeSettings,
  now: Date,
): { readonly hostname: string; readonly before: StoredRecord | null } | null {
  const [first] = [...records]
    .map(([hostname, before]) => {
      const isOfAuthority = before?.record.directoryUrl === directoryUrl;
      return { hostname, before, at: isOfAuthority ? Date.parse(before.record.nextAt) : 0 };
    })
    .filter(({ at }) => at <= now.getTime())
    .toSorted((one, other) => one.at - other.at);
  return first ?? null;
}
