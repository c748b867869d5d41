import type { FastifyBaseLogger } from 'fastify';
import type { Installation } from '../../context/server-context.ts';
import { keepCertificate, type ServedCertificate, serveCertificate } from './serve-certificate.ts';

interface OpenCertificate {
  readonly served: ServedCertificate;
  /** Keeps it renewed once the server listens. @returns ends it */
  readonly keep: () => () => Promise<void> | void;
}

/**
 * What the server itself speaks https with.
 * @returns null: something in front speaks https, or no one does
 * @throws CertificateError when there are files, and nothing to start with in them
 */
export async function openCertificate(
  installation: Installation,
  logger: FastifyBaseLogger,
): Promise<OpenCertificate | null> {
  const { config, now } = installation;
  if (config.acme !== null) {
    // The library of ACME is loaded where it is used, and nowhere else.
    const { openAcmeCertificates } = await import('./acme/acme-certificates.ts');
    const served = await openAcmeCertificates(installation, config.acme, logger);
    return { served, keep: () => served.keep() };
  }
  if (config.tls === null) return null;
  const hostname = new URL(config.publicUrl).hostname;
  const served = await serveCertificate({ files: config.tls, hostname, now, logger });
  return { served, keep: () => keepCertificate(served) };
}
