import type { IncomingMessage } from 'node:http';
import type { ConnectionLimits } from './connection-limits.ts';

/** What one that waits costs, besides its body: its connection, its head, its objects. */
const OVERHEAD_BYTES = 16_384;

interface Unfinished {
  readonly address: string;
  readonly request: IncomingMessage;
  readonly since: number;
  readonly readBefore: number;
  bytes: number;
  /** When its answer was sent. */
  answeredAt: number | null;
}

/**
 * Bodies that have not wholly arrived. They are counted by what they announced, so that memory is bounded before a byte is
 * read; where there is too much, the oldest of the one who has most goes: an honest one is there for a moment only.
 */
export class UnfinishedBodies {
  readonly #limits: ConnectionLimits;
  readonly #elapsedMs: () => number;
  /** The oldest first. */
  readonly #bodies = new Map<IncomingMessage, Unfinished>();
  readonly #bytesOf = new Map<string, number>();
  #bytes = 0;

  constructor(limits: ConnectionLimits, elapsedMs: () => number = () => performance.now()) {
    this.#limits = limits;
    this.#elapsedMs = elapsedMs;
  }

  /** How much is set aside for all of them. */
  get bytes(): number {
    return this.#bytes;
  }

  get count(): number {
    return this.#bodies.size;
  }

  /** Watches a body until it has arrived. @param bodyLimit what its route takes at most */
  watch(request: IncomingMessage, address: string, bodyLimit: number): void {
    const announced = announcedBytes(request);
    if (announced === 0 || request.complete) return;
    const body: Unfinished = {
      address,
      request,
      since: this.#elapsedMs(),
      readBefore: request.socket.bytesRead,
      bytes: OVERHEAD_BYTES + Math.min(announced ?? bodyLimit, bodyLimit),
      answeredAt: null,
    };
    this.#bodies.set(request, body);
    this.#count(body, body.bytes);
    const forget = () => this.#forget(body);
    request.once('end', forget);
    request.once('close', forget);
    this.#makeRoom(address);
  }

  /** From now on what arrives is dropped, and not for long. */
  answered(request: IncomingMessage): void {
    const body = this.#bodies.get(request);
    if (body === undefined) return;
    body.answeredAt = this.#elapsedMs();
    this.#count(body, OVERHEAD_BYTES - body.bytes);
    body.bytes = OVERHEAD_BYTES;
  }

  /** Ends those that are too slow. */
  check(): void {
    const now = this.#elapsedMs();
    for (const body of [...this.#bodies.values()]) if (this.#isTooSlow(body, now)) this.#end(body);
  }

  #isTooSlow({ answeredAt, since, request, readBefore }: Unfinished, now: number): boolean {
    const { lingerMs, graceMs, bytesPerSecond } = this.#limits;
    if (answeredAt !== null) return now - answeredAt > lingerMs;
    const arrived = request.socket.bytesRead - readBefore;
    return now - since > graceMs + (arrived / bytesPerSecond) * 1000;
  }

  #makeRoom(address: string): void {
    const { unfinishedBytes, unfinishedBytesOfAddress } = this.#limits;
    while ((this.#bytesOf.get(address) ?? 0) > unfinishedBytesOfAddress) this.#endOldestOf(address);
    while (this.#bytes > unfinishedBytes) this.#endOldestOf(this.#heaviest());
  }

  #heaviest(): string {
    let heaviest = ['', 0] as readonly [string, number];
    for (const entry of this.#bytesOf) if (entry[1] > heaviest[1]) heaviest = entry;
    return heaviest[0];
  }

  #endOldestOf(address: string): void {
    for (const body of this.#bodies.values()) {
      if (body.address === address) return this.#end(body);
    }
  }

  #end(body: Unfinished): void {
    this.#forget(body);
    body.request.socket.destroy();
  }

  #forget(body: Unfinished): void {
    if (this.#bodies.delete(body.request)) this.#count(body, -body.bytes);
  }

  #count({ address }: Unfinished, bytes: number): void {
    this.#bytes += bytes;
    const ofAddress = (this.#bytesOf.get(address) ?? 0) + bytes;
    if (ofAddress > 0) this.#bytesOf.set(address, ofAddress);
    else this.#bytesOf.delete(address);
  }
}

/** @returns null: it does not say; 0: there is none */
function announcedBytes({ headers }: IncomingMessage): number | null {
  if (headers['transfer-encoding'] !== undefined) return null;
  return Number(headers['content-length'] ?? 0);
}
