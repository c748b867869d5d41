import { REPORT_MAXIMUM_BYTES } from '@vestibule/contracts';
import type { EvidenceKey } from './evidence-key.ts';

/** The most that one piece of evidence has, in bytes: nothing larger is written or read into memory. */
export const EVIDENCE_MAXIMUM_BYTES = REPORT_MAXIMUM_BYTES;

/**
 * Why a store did not do what it was asked. `store_unreachable`: it may work later; `store_refused` and `store_full`:
 * someone has to do what the sentence says; `too_large`: more than `EVIDENCE_MAXIMUM_BYTES`.
 */
export interface StoreFailure {
  readonly ok: false;
  readonly code: 'not_found' | 'too_large' | 'store_unreachable' | 'store_refused' | 'store_full';
  /** One sentence for the operator of the server. It holds no secret. */
  readonly message: string;
}

export type StoreAnswer<Value = object> = ({ readonly ok: true } & Value) | StoreFailure;

/** An address to which a browser may `PUT` one body, once signed, until it expires. */
export interface PresignedPut {
  readonly url: string;
  /** What the browser must send with it, exactly; it adds the length by itself. */
  readonly headers: Readonly<Record<string, string>>;
}

export interface PutWanted {
  /** Bytes; a body of another length is refused by the store. */
  readonly contentLength: number;
  readonly contentType: string;
  /** 1 to 604 800 (a week). */
  readonly expiresInSeconds: number;
}

/** Where the evidence of device reports is kept: a folder, or a store that speaks the S3 protocol. */
export interface EvidenceStore {
  /** Writes whole or not at all; what was there under this key is replaced. */
  put(key: EvidenceKey, bytes: Uint8Array): Promise<StoreAnswer>;
  get(key: EvidenceKey): Promise<StoreAnswer<{ readonly bytes: Buffer }>>;
  /** Deleting what is not there succeeds. */
  delete(key: EvidenceKey): Promise<StoreAnswer>;
  /**
   * One page of keys in ascending order.
   * @param prefix from `evidencePrefix`
   * @param cursor null for the first page, then the one the page before gave; null there means that was all
   */
  list(
    prefix: string,
    cursor: string | null,
  ): Promise<StoreAnswer<{ readonly keys: readonly EvidenceKey[]; readonly cursor: string | null }>>;
  /** Null where browsers cannot write to the store themselves: uploads then come through this server. */
  readonly directUpload: DirectUpload | null;
}

export interface DirectUpload {
  /** For the `connect-src` of the portal's content security policy. */
  readonly origin: string;
  presignPut(key: EvidenceKey, wanted: PutWanted): Promise<PresignedPut>;
}

export function failStore(code: StoreFailure['code'], message: string): StoreFailure {
  return { ok: false, code, message };
}
