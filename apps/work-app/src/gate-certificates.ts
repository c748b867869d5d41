/** How the gate is asked for its certificates, until it is up or patience ends. */
const PATIENCE_MS = 15_000;
const FIRST_WAIT_MS = 200;
const LONGEST_WAIT_MS = 3000;
const ONE_TRY_MS = 3000;
/** After this long the gate is asked again, so that a new key of the gate is known before it signs. */
const FRESH_MS = 60_000;
const LARGEST_METADATA = 262_144;

export interface GateCertificates {
  /**
   * The certificates in the gate's metadata, fetched at the first call and kept for a minute. While the gate is away,
   * the ones it had go on being used.
   *
   * @throws when the gate was never reached: the caller shows a page that says so
   */
  read(): Promise<string[]>;
}

export interface GateCertificatesPorts {
  readonly fetch: (url: string, init: { readonly signal: AbortSignal }) => Promise<Response>;
  readonly now: () => number;
  readonly wait: (milliseconds: number) => Promise<void>;
}

export function createGateCertificates(metadataUrl: string, ports: GateCertificatesPorts): GateCertificates {
  let known: { readonly certificates: string[]; readonly at: number } | null = null;
  let running: Promise<string[]> | null = null;

  async function tryOnce(): Promise<string[] | null> {
    try {
      const response = await ports.fetch(metadataUrl, { signal: AbortSignal.timeout(ONE_TRY_MS) });
      if (!response.ok) return null;
      const certificates = readSigningCertificates(await response.text());
      return certificates.length === 0 ? null : certificates;
    } catch {
      return null;
    }
  }

  async function fetchThem(): Promise<string[]> {
    const begin = ports.now();
    for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS)) {
      const certificates = await tryOnce();
      if (certificates !== null) {
        known = { certificates, at: ports.now() };
        return certificates;
      }
      if (known !== null) return known.certificates;
      if (ports.now() - begin + waitMs > PATIENCE_MS) throw new Error('The gate could not be reached.');
      await ports.wait(waitMs);
    }
  }

  return {
    read() {
      if (known !== null && ports.now() - known.at < FRESH_MS) return Promise.resolve(known.certificates);
      running ??= fetchThem().finally(() => {
        running = null;
      });
      return running;
    },
  };
}

/** The certificates inside KeyDescriptor. The one in the metadata's own signature is not among them. */
export function readSigningCertificates(metadata: string): string[] {
  if (metadata.length > LARGEST_METADATA) return [];
  const descriptors = metadata.match(/<(?:\w+:)?KeyDescriptor\b(?:(?!<\/(?:\w+:)?KeyDescriptor>)[^])*/g) ?? [];
  return descriptors
    .filter((descriptor) => !/^<[^>]*\buse="encryption"/.test(descriptor))
    .flatMap((descriptor) => [...descriptor.matchAll(/<(?:\w+:)?X509Certificate>([^<]+)</g)])
    .map(([, base64 = '']) => base64.replaceAll(/\s/g, ''));
}
