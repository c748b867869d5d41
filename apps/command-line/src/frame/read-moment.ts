import { misuse } from './failure.ts';

/** A day or a moment, as someone types it. @param ofDay which moment a day means */
export function readMoment(text: string, ofDay: string): string {
  const moment = new Date(/^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text}T${ofDay}` : text);
  if (Number.isNaN(moment.getTime()))
    throw misuse(`${text} is no day or moment. Write it as 2026-11-21 or 2026-11-21T08:00Z.`);
  return moment.toISOString();
}
