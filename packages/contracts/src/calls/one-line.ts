import * as z from 'zod/mini';

/** What breaks a line, moves the cursor, changes colours or turns the direction of a line round. */
export const UNPRINTABLE = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u;

const RUN = new RegExp(`(?:${UNPRINTABLE.source})+`, 'gu');

/**
 * A text that others wrote as it may stand within a line: what breaks or turns a line is a blank. For what a computer, or
 * an identity provider, says by itself: no one is kept out because of it.
 */
export function asOneLine(text: string): string {
  return text.replaceAll(RUN, ' ').trim();
}

/** Whether a name shows anything. */
export function showsSomething(text: string): boolean {
  return /[^\p{Default_Ignorable_Code_Point}\p{C}\p{Z}\p{M}\u2800]/u.test(text);
}

/** A name that shows nothing names no one. */
export const isVisible = z.refine<string>(showsSomething, 'must show something');

/** A name is one line: what breaks or turns it round could pass for other lines where someone reads it. */
export const isOneLine = z.refine<string>((text) => !UNPRINTABLE.test(text), 'must not hold control characters');

/**
 * By a login one person is told from another: nothing in it shows nothing, and no letter is another one in other clothes
 * (a fullwidth one, a ligature), which a work application may take for that.
 */
export const isPlain = z.refine<string>(
  (text) =>
    !/[\p{Default_Ignorable_Code_Point}\p{Cf}\u2800]/u.test(text) && text.normalize('NFKC') === text.normalize('NFC'),
  'must not hold characters that show nothing or stand for others',
);
