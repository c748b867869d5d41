import { exchange, TooLongError } from '../../operations/outgoing/exchange.ts';
import { NoPlaceError } from '../../operations/outgoing/find-place.ts';
import type { MayReach } from '../../operations/outgoing/reach.ts';
import { HOW_TO_TRUST, isDistrust } from '../../operations/tls/distrust.ts';
import { type Refusal, refuse } from '../../context/server-context.ts';

const TIMEOUT_MS = 10_000;
/** Larger than this no metadata of one application is. */
const MAXIMUM_BYTES = 600_000;

type FetchRefusal = Refusal<'metadata_refused'>;

/**
 * Fetches metadata for an administrator: https, no redirect, and no address that the administrator of one company may not
 * look at by this server.
 */
export async function fetchMetadata(
  address: string,
  mayReach: MayReach,
): Promise<{ readonly xml: string } | FetchRefusal> {
  const url = new URL(address);
  if (url.protocol !== 'https:' || url.username !== '' || url.password !== '') {
    return no('Only https addresses without a user name are fetched. Download the metadata and add it as a file.');
  }
  try {
    const { status, headers, body } = await exchange(url, {
      method: 'GET',
      headers: { accept: 'application/samlmetadata+xml, application/xml, text/xml', 'user-agent': 'vestibule' },
      body: null,
      signal: AbortSignal.timeout(TIMEOUT_MS),
      maximumBytes: MAXIMUM_BYTES,
      mayReach,
    });
    if (status === 200) return { xml: body.toString('utf8') };
    return no(
      status >= 300 && status < 400
        ? `${url.host} sends on to ${headers['location']?.[0] ?? 'somewhere else'}. Give that address, if it is the right one.`
        : `${url.host} answers with the status ${status}.`,
    );
  } catch (error) {
    return no(explain(url, error));
  }
}

function no(message: string): FetchRefusal {
  return refuse('metadata_refused', message);
}

function explain({ host }: URL, error: unknown): string {
  if (error instanceof NoPlaceError) {
    return error.code === 'not_found'
      ? `${error.message}.`
      : `${error.message}. Download the metadata and add it as a file.`;
  }
  if (error instanceof TooLongError) {
    return `${host} answers with more than ${MAXIMUM_BYTES} bytes: that is no metadata of one application.`;
  }
  if (isDistrust(error)) return `The certificate of ${host} is of an authority that is not known here. ${HOW_TO_TRUST}`;
  if (!(error instanceof Error)) return `${host} broke off its answer.`;
  return error.name === 'AbortError' || error.name === 'TimeoutError'
    ? `${host} does not answer.`
    : `${host}: ${error.message}.`;
}
