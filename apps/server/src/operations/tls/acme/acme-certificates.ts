import { X509Certificate } from 'node:crypto';
import { Server } from 'node:https';
import { createSecureContext, type SecureContext } from 'node:tls';
import type { FastifyBaseLogger } from 'fastify';
import type { AcmeSettings } from '../../config/acme-settings.ts';
import type { Installation } from '../../../context/server-context.ts';
import { MINIMUM_VERSION, type ServedCertificate } from '../serve-certificate.ts';
import { findNames } from './acme-names.ts';
import { type AcmeRecord, readRecords, type StoredRecord } from './acme-records.ts';
import { type AcmeStatus, writeAcmeStatus } from './acme-status.ts';
import { createChallengeListener } from './challenge-listener.ts';
import { orderDueCertificate } from './order-due-certificate.ts';

/** How often the server looks whether a name is new, a certificate is due, or another server has got one. */
const LOOK_EVERY_MS = 2000;

export interface AcmeCertificates extends ServedCertificate {
  /** Listens for the authority, and keeps the certificates from now on. @returns ends it */
  keep(): () => Promise<void>;
}

interface Held {
  readonly pair: NonNullable<AcmeRecord['pair']>;
  readonly until: Date;
  readonly context: SecureContext;
}

type Records = ReadonlyMap<string, StoredRecord | null>;

/**
 * Gets a certificate for each name of the installation, and a new one before it ends. Without one a name's https answers
 * no one, and everything else of the server runs: what does not come today does not take the gate down.
 */
export async function openAcmeCertificates(
  installation: Installation,
  acme: AcmeSettings,
  logger: FastifyBaseLogger,
): Promise<AcmeCertificates> {
  const { config } = installation;
  const primary = new URL(config.publicUrl).hostname;
  const held = new Map<string, Held>();
  const ended = new AbortController();
  let names: ReadonlyMap<string, string> = new Map();
  let server: Server | null = null;
  let ordering: Promise<void> | null = null;
  let saidDeaf: string | null = null;
  let written = '';

  const listener = createChallengeListener({
    host: config.host,
    port: acme.port,
    originOf: (hostname) => names.get(hostname),
    async answerTo(hostname, token) {
      const challenge = (await readRecords(installation, [hostname])).get(hostname)?.record.challenge;
      return challenge?.token === token ? challenge.answer : null;
    },
  });

  function take(hostname: string, { pair }: AcmeRecord): void {
    if (pair === null || held.get(hostname)?.pair.cert === pair.cert) return;
    const until = new Date(new X509Certificate(pair.cert).validTo);
    held.set(hostname, { pair, until, context: createSecureContext({ ...pair, minVersion: MINIMUM_VERSION }) });
    if (hostname === primary) server?.setSecureContext({ ...pair, minVersion: MINIMUM_VERSION });
    logger.info({ host: hostname, until }, `The certificate of ${hostname} is served.`);
  }

  /** Reads everything again, and serves what another server or an order has got. */
  async function read(): Promise<Records> {
    names = await findNames(installation);
    const records = await readRecords(installation, [...names.keys()]);
    for (const [hostname, found] of records) if (found !== null) take(hostname, found.record);
    return records;
  }

  async function report(deaf: string | null, records: Records): Promise<void> {
    if (deaf !== null && deaf !== saidDeaf) logger.error(deaf);
    saidDeaf = deaf;
    const status: AcmeStatus = {
      directoryUrl: acme.directoryUrl,
      deaf,
      names: [...records].map(([hostname, found]) => ({
        hostname,
        until: held.get(hostname)?.until.toISOString() ?? null,
        nextAt: found?.record.nextAt ?? null,
        failure: found?.record.failure ?? null,
      })),
    };
    const text = JSON.stringify(status);
    if (text !== written) await writeAcmeStatus(config.dataFolder, status);
    written = text;
  }

  async function look(): Promise<void> {
    const records = await read();
    const deaf = await listener.listen();
    if (deaf === null && ordering === null && !ended.signal.aborted) {
      ordering = orderDueCertificate({ installation, acme, logger, records, signal: ended.signal })
        .catch((err: unknown) => logger.error({ err }, 'no certificate could be ordered'))
        .finally(() => {
          ordering = null;
        });
    }
    await report(deaf, records);
  }

  for (const [hostname, found] of await read()) {
    const { pair, failure, nextAt } = found?.record ?? { pair: null, failure: null, nextAt: null };
    if (pair !== null || failure === null) continue;
    logger.error({ host: hostname, nextAt }, `${failure.problem} ${failure.next} It is tried again at ${nextAt}.`);
  }
  return {
    context: () => ({
      ...held.get(primary)?.pair,
      minVersion: MINIMUM_VERSION,
      SNICallback: (hostname, done) => done(null, held.get(hostname.toLowerCase())?.context),
    }),
    serve(started) {
      if (!(started instanceof Server)) throw new Error('What is given a certificate does not speak https.');
      server = started;
    },
    until: () => held.get(primary)?.until ?? null,
    look,
    keep() {
      let looking: Promise<void> | null = null;
      let isFailing = false;
      const lookOnce = async () => {
        try {
          await look();
          isFailing = false;
        } catch (error) {
          // Once: what is wrong now will be wrong in two seconds.
          if (!isFailing) logger.error({ err: error }, 'the certificates could not be looked at');
          isFailing = true;
        }
        looking = null;
      };
      const tick = () => {
        looking ??= lookOnce();
      };
      tick();
      const timer = setInterval(tick, LOOK_EVERY_MS);
      timer.unref();
      return async () => {
        clearInterval(timer);
        ended.abort();
        await looking;
        await ordering;
        await listener.close();
      };
    },
  };
}
