import type { FactReading, OperatingSystem } from '@vestibule/contracts';
import { CHECK_DEFINITIONS } from './check-definitions.ts';
import { type FactReader, isAskedOn } from './definition.ts';
import { FACT_READERS } from './fact-readers.ts';
import { oneScan } from './one-scan.ts';
import { unavailable } from './reading.ts';
import { READER_FACTS, type SystemPort } from './system-port.ts';

export interface CollectOptions {
  /** Names of fact groups; all of them when left out. */
  readonly only?: readonly string[];
  /** For each reader, all running at the same time. */
  readonly timeoutMs?: number;
  readonly readers?: readonly FactReader[];
}

/** Longer than the limits of the tools a reader asks one after the other. */
const USUAL_TIMEOUT_MS = 20_000;

/**
 * Reads all facts at once. A reader that throws or takes too long leaves an unavailable fact, and so does a group that
 * no one can read on this system yet: never a gap, because a gap is what a client leaves that hides something.
 */
export async function collectFacts(
  system: SystemPort,
  { only, timeoutMs = USUAL_TIMEOUT_MS, readers = FACT_READERS }: CollectOptions = {},
): Promise<Record<string, FactReading>> {
  const asked = readers.filter(
    ({ facts }) => (only === undefined || only.includes(facts)) && isWanted(facts, system.operatingSystem),
  );
  const wanted = asked.filter(({ operatingSystem }) => operatingSystem === system.operatingSystem);
  const scan = oneScan(system);
  const readings = await Promise.all(
    wanted.map(async (reader) => [reader.facts, await readWithin(reader, scan, timeoutMs)] as const),
  );
  const unsupported = asked.map(
    ({ facts }) =>
      [
        facts,
        unavailable(system, 'Workplace', 'not-supported', 'Workplace has no reader for this system yet.'),
      ] as const,
  );
  return Object.fromEntries([...unsupported, ...readings]);
}

/** Whether a check asks for these facts on this system; facts that no check knows are read wherever they can be. */
function isWanted(facts: string, operatingSystem: OperatingSystem): boolean {
  const judges = Object.values(CHECK_DEFINITIONS).filter((definition) => definition.facts === facts);
  return judges.length === 0 || judges.some((definition) => isAskedOn(definition, operatingSystem));
}

async function readWithin(reader: FactReader, system: SystemPort, timeoutMs: number): Promise<FactReading> {
  const limit = AbortSignal.timeout(timeoutMs);
  const timeOver = new Promise<FactReading>((resolve) => {
    limit.addEventListener('abort', () =>
      resolve(unavailable(system, 'Workplace', 'timed-out', `No answer within ${timeoutMs} ms.`)),
    );
  });
  const reading = Promise.resolve()
    .then(() => readWithRights(reader, system))
    .catch((error: unknown) => unavailable(system, 'Workplace', 'unexpected-output', String(error)));
  return Promise.race([reading, timeOver]);
}

/** What not everybody may read is asked of the reader service first; anyone who read it stands in the fact. */
async function readWithRights(reader: FactReader, system: SystemPort): Promise<FactReading> {
  const facts = READER_FACTS.find((name) => name === reader.facts);
  if (facts === undefined || system.operatingSystem !== 'linux') return reader.read(system);
  const answer = system.isElevated ? null : ((await system.askReader?.(facts)) ?? null);
  if (answer !== null) return { ...answer, readBy: 'reader' };
  return { ...(await reader.read(system)), readBy: system.isElevated ? 'administrator' : 'person' };
}
