/** How long, and with how much of the memory, the server waits for what callers have begun to send. */
export interface ConnectionLimits {
  /** For the head of a request, and for the hand-shake of https. */
  readonly headMs: number;
  /** For a whole request, however fast it comes. */
  readonly requestMs: number;
  /** A connection on which nothing moves in either direction. Event streams send a heartbeat every five seconds. */
  readonly idleMs: number;
  /** A body may be slower than this at first … */
  readonly graceMs: number;
  /** … and has to keep this pace on the whole. */
  readonly bytesPerSecond: number;
  /** What goes on arriving after its answer was sent is dropped for so long; then the connection ends. */
  readonly lingerMs: number;
  /** How often all of that is looked at. */
  readonly checkMs: number;
  /** What all bodies that have not wholly arrived may take. */
  readonly unfinishedBytes: number;
  /** And those of one address. */
  readonly unfinishedBytesOfAddress: number;
  /** Connections on which nothing whole was ever asked, of one address; and of all. */
  readonly silentOfAddress: number;
  readonly silent: number;
}

export const CONNECTION_LIMITS: ConnectionLimits = Object.freeze({
  headMs: 15_000,
  requestMs: 300_000,
  idleMs: 120_000,
  graceMs: 20_000,
  bytesPerSecond: 1024,
  lingerMs: 2000,
  checkMs: 1000,
  unfinishedBytes: 128 * 1024 * 1024,
  unfinishedBytesOfAddress: 64 * 1024 * 1024,
  silentOfAddress: 4000,
  silent: 8000,
});

/** The same, as the options of a Fastify server. */
export function timeoutsOf({ headMs, requestMs, idleMs, checkMs }: ConnectionLimits) {
  return {
    requestTimeout: requestMs,
    connectionTimeout: idleMs,
    http: { headersTimeout: headMs, connectionsCheckingInterval: checkMs },
  };
}
