import * as z from 'zod/mini';
import type { Outcome, SystemPort } from '../system-port.ts';
import { readSection } from './section.ts';
import { textOrNull } from './values.ts';

/** Words of Win32_Service, which no language changes: another one is an answer that is not understood. */
const STATES = [
  'Running',
  'Stopped',
  'Paused',
  'Start Pending',
  'Stop Pending',
  'Continue Pending',
  'Pause Pending',
  'Unknown',
] as const;

const servicesSchema = z.object({
  services: z.array(
    z.object({ name: z.string(), state: z.enum(STATES), start: z.string(), path: z.optional(textOrNull) }),
  ),
});

export interface ServiceState {
  readonly isRunning: boolean;
  /** No one, not even Windows itself, can start it. */
  readonly isDisabled: boolean;
  /** The command line of its program; null when Windows does not say. */
  readonly path: string | null;
}

/** Services by their short name in lower case; names and states are the same in every language. */
export type Services = ReadonlyMap<string, ServiceState>;

/** Every service of this computer. An empty list is no answer: no Windows runs without services. */
export async function readServices(system: SystemPort): Promise<Outcome<Services>> {
  const section = await readSection(system, 'services', servicesSchema);
  if (!section.ok) return section;
  const { services } = section.value;
  if (services.length === 0) return { ok: false, reason: 'unexpected-output', detail: 'services: an empty list' };
  return {
    ok: true,
    value: new Map(
      services.map(({ name, state, start, path = null }) => [
        name.toLowerCase(),
        { isRunning: state === 'Running', isDisabled: start === 'Disabled', path },
      ]),
    ),
  };
}

/** A program that runs as a service, as its maker names it. */
export interface ServiceProgram {
  /** Short and stable, for policies. */
  readonly id: string;
  /** Short names of its services; one that ends in '*' begins so, for makers who add the number of an installation. */
  readonly services: readonly string[];
}

export function stateOf(program: ServiceProgram, services: Services): 'running' | 'stopped' | 'absent' {
  const found = servicesOf(program, services);
  if (found.some(([, { isRunning }]) => isRunning)) return 'running';
  return found.length > 0 ? 'stopped' : 'absent';
}

/** The services of a program that are there. */
export function servicesOf(program: ServiceProgram, services: Services): readonly (readonly [string, ServiceState])[] {
  return [...services].filter(([name]) => program.services.some((wanted) => isNamed(name, wanted)));
}

function isNamed(name: string, wanted: string): boolean {
  const lower = wanted.toLowerCase();
  return lower.endsWith('*') ? name.startsWith(lower.slice(0, -1)) : name === lower;
}
