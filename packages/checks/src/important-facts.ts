import type { DeviceReport, FactReading } from '@vestibule/contracts';

/**
 * Canonical JSON of everything in a report that can change a verdict: what was read, or why nothing was, and whether
 * the company holds the setting. When and where it was read is left out, so that an unchanged computer hashes alike.
 */
export function importantFacts(report: Pick<DeviceReport, 'facts' | 'device'>): string {
  const facts = Object.fromEntries(Object.entries(report.facts).map(([name, reading]) => [name, important(reading)]));
  return canonical({ operatingSystem: report.device.operatingSystem, facts });
}

function important(reading: FactReading): unknown {
  if ('unavailable' in reading) return { unavailable: reading.unavailable };
  return { value: reading.value, managed: reading.managed === true };
}

/** RFC 8785 for the values of a report; `device-keys` has the same for what is signed, but may not be imported here. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((item) => canonical(item ?? null)).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value)
      .filter(([, member]) => member !== undefined)
      .toSorted(([left], [right]) => (left < right ? -1 : left > right ? 1 : 0))
      .map(([key, member]) => `${JSON.stringify(key)}:${canonical(member)}`);
    return `{${members.join(',')}}`;
  }
  return JSON.stringify(value) ?? 'null';
}
