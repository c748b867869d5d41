import { SIGNED_DOCUMENT_BYTES } from '@vestibule/contracts';
import type { Installation } from '../../../context/server-context.ts';
import { reasonOf } from '../../../operations/log/reason-of.ts';
import { exchange } from '../../../operations/outgoing/exchange.ts';
import { findReach } from '../../../operations/outgoing/reach.ts';

const TIMEOUT_MS = 10_000;

type Asked = { readonly ok: true; readonly document: unknown } | { readonly ok: false; readonly why: string };

/** Asks the address that the operator has set for newer data, once. What comes back is believed for nothing yet. */
export async function askAddress(context: Pick<Installation, 'config' | 'database'>, address: string): Promise<Asked> {
  const no = (why: string): Asked => ({ ok: false, why: `${address}: ${why}` });
  let text: string;
  try {
    const { status, body } = await exchange(new URL(address), {
      method: 'GET',
      headers: { accept: 'application/json' },
      body: null,
      signal: AbortSignal.timeout(TIMEOUT_MS),
      maximumBytes: SIGNED_DOCUMENT_BYTES,
      mayReach: await findReach(context),
    });
    if (status !== 200) return no(`it answers with status ${status}.`);
    text = body.toString('utf8');
  } catch (error) {
    return no(`${reasonOf(error)}.`);
  }
  try {
    return { ok: true, document: JSON.parse(text) };
  } catch {
    return no('what it answers is no JSON, or not whole.');
  }
}
