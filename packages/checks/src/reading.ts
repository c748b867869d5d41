import type { FactReading, UnavailableReason } from '@vestibule/contracts';
import type { Outcome, SystemPort } from './system-port.ts';

type Clock = Pick<SystemPort, 'now'>;
type Failure = Extract<Outcome<never>, { ok: false }>;

const SOURCE_MAXIMUM = 200;
const DETAIL_MAXIMUM = 500;

/** A fact that was read. */
export function value(system: Clock, source: string, fact: unknown, options: { managed?: boolean } = {}): FactReading {
  return {
    source: source.slice(0, SOURCE_MAXIMUM),
    readAt: system.now().toISOString(),
    value: fact,
    ...(options.managed === true ? { managed: true } : {}),
  };
}

/** A fact that could not be read, and why. */
export function unavailable(system: Clock, source: string, reason: UnavailableReason, detail: string): FactReading {
  return {
    source: source.slice(0, SOURCE_MAXIMUM),
    readAt: system.now().toISOString(),
    unavailable: reason,
    detail: detail.slice(0, DETAIL_MAXIMUM),
  };
}

/** A fact that the system would not give. A file that is missing where it must be is an answer not understood. */
export function unavailableBecause(system: Clock, source: string, { reason, detail }: Failure): FactReading {
  return unavailable(system, source, reason === 'missing' ? 'unexpected-output' : reason, detail);
}
