import { X509Certificate } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Change } from '@vestibule/contracts';

/** What changes, one line for each value: of a group of values only those that differ, and of a new one those that are set. */
export function changeLines(change: Change): string[] {
  const { field, from, to } = change;
  if (isGroup(to) && (isGroup(from) || isNothing(from))) {
    const before = isGroup(from) ? from : {};
    const lines = [...new Set([...Object.keys(before), ...Object.keys(to)])]
      .filter((name) => !isDeepStrictEqual(before[name], to[name]))
      .flatMap((name) => changeLines({ field: `${field}.${name}`, from: before[name], to: to[name] }));
    return lines.length === 0 && !isGroup(from) ? [`${field}: as usual`] : lines;
  }
  if (isNothing(from))
    return isNothing(to) || (isUnset(to) && field.includes('.')) ? [] : [`${field}: ${valueText(to)}`];
  if (!isNothing(to)) return [`${field}: ${valueText(from)} -> ${valueText(to)}`];
  return [isGroup(from) ? `${field}: taken out` : `${field}: was ${valueText(from)}, taken out`];
}

/** A value as a person writes it: texts bare, moments to the minute, groups as their names and values. */
export function valueText(value: unknown): string {
  if (isNothing(value)) return 'none';
  if (typeof value === 'string') return value === '' ? '""' : (certificateText(value) ?? momentText(value));
  if (Array.isArray(value)) {
    const isOfGroups = value.some((item) => isGroup(item));
    return value.length === 0 ? 'none' : value.map((item) => valueText(item)).join(isOfGroups ? '; ' : ', ');
  }
  if (!isGroup(value)) return JSON.stringify(value) ?? '';
  const set = Object.entries(value).filter(([, one]) => !isNothing(one) && !isUnset(one));
  return set.length === 0 ? 'none' : set.map(([name, one]) => `${name} ${valueText(one)}`).join(', ');
}

/** A certificate by whose it is, and by what tells it apart: its base64 tells no one anything. */
function certificateText(text: string): string | null {
  if (!text.startsWith('-----BEGIN CERTIFICATE-----')) return null;
  try {
    const { subject, fingerprint256, validToDate } = new X509Certificate(text);
    const thumbprint = fingerprint256.replaceAll(':', '').toLowerCase().slice(0, 16);
    return `certificate of ${subject.replaceAll('\n', ', ')} (SHA-256 ${thumbprint}…, good until ${validToDate.toISOString().slice(0, 10)})`;
  } catch {
    return 'certificate that cannot be read';
  }
}

function momentText(text: string): string {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/.test(text)
    ? `${text.slice(0, 10)} ${text.slice(11, 16)} UTC`
    : text;
}

type Group = Readonly<Record<string, unknown>>;

function isGroup(value: unknown): value is Group {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isNothing(value: unknown): value is null | undefined {
  return value === null || value === undefined;
}

/** What a new group has without anybody having said so. */
function isUnset(value: unknown): boolean {
  return value === false || value === '' || (Array.isArray(value) && value.length === 0);
}
