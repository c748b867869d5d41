import type { Place } from '../../../repositories/list-pages.ts';
import { type Refusal, refuse } from '../../../context/server-context.ts';

/** The place behind a page, as the next one is asked for: how it is sorted, how many there are, and where it ended. */
export function writePlace(sort: string, { at, id, total }: Place): string {
  return [sort, total, id, at?.toISOString() ?? ''].join('_');
}

/** @returns null: the first page */
export function readPlace(text: string | undefined, sort: string): Place | null | Refusal<'request_malformed'> {
  if (text === undefined) return null;
  const [sorted, total = '', id = '', moment = ''] = text.split('_');
  const at = moment === '' ? null : new Date(moment);
  const isOurs = /^\d{1,9}$/.test(total) && /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/.test(id);
  const isOfSort = sorted === sort && (at !== null) === /seen|since/.test(sort);
  return isOurs && isOfSort && (at === null || !Number.isNaN(at.getTime()))
    ? { at, id, total: Number(total) }
    : refuse('request_malformed', 'query.after: is not what the page before gave.');
}
