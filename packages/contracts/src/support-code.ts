import * as z from 'zod/mini';

/** Without letters and digits that are taken for each other, read or heard. */
export const UNMISTAKABLE = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

/** A support code that a page kept: three and three characters. */
export const supportCodeSchema = z.string().check(z.regex(/^[2-9A-HJ-NP-Z]{3}-[2-9A-HJ-NP-Z]{3}$/));

/**
 * The code by which someone on the phone is found: of a session, and of a tab that has not reached its session yet.
 * @param id a random UUID; the same one has the same code
 */
export function supportCodeOf(id: string): string {
  const digits = id.replaceAll('-', '');
  const characters = Array.from({ length: 6 }, (_, index) => {
    const value = Number.parseInt(digits.slice(index * 4, index * 4 + 4), 16);
    return UNMISTAKABLE[value % UNMISTAKABLE.length];
  });
  return `${characters.slice(0, 3).join('')}-${characters.slice(3).join('')}`;
}

/** What a call of a tab is called in the server's log: it begins with the tab's code. */
export function correlationIdOf(tabCode: string, id: string): string {
  return `${tabCode}-${id}`;
}
