import * as z from 'zod/mini';
import { isOneLine, isVisible } from './calls/one-line.ts';
import { UNMISTAKABLE } from './support-code.ts';

/** Of the gate: where a person allows the command line of a computer to act as them, and where its file is. */
export const COMMAND_LINE_PATHS = Object.freeze({
  page: '/console/command-line/allow',
  download: '/console/vestibule.mjs',
});

/** How long a sign-in of the command line lasts: a working day. */
export const COMMAND_LINE_SIGN_IN_HOURS = 12;

/** A port that programs may listen on without being root. */
export const loopbackPortSchema = z.int().check(z.minimum(1024), z.maximum(65_535));

/** SHA-256 of the verifier, base64url: PKCE knows no other method here. */
export const codeChallengeSchema = z.string().check(z.regex(/^[\w-]{43}$/));
export const codeVerifierSchema = z.string().check(z.regex(/^[\w-]{43,128}$/));

/** What the command line asks the page with. It names a port and no address: the code never leaves the browser's computer. */
export const commandLineQuerySchema = z.object({
  port: z.string().check(z.regex(/^[1-9]\d{3,4}$/)),
  challenge: codeChallengeSchema,
  state: z.string().check(z.regex(/^[\w-]{43}$/)),
  computer: z.string().check(z.minLength(1), z.maxLength(60), isOneLine, isVisible),
});
export type CommandLineQuery = z.infer<typeof commandLineQuerySchema>;

/** What the page is told afterwards by the command line: how it ended. */
export const COMMAND_LINE_ENDS = ['signed-in', 'failed'] as const;
export type CommandLineEnd = (typeof COMMAND_LINE_ENDS)[number];

/** Where the command line waits for the browser. @param parameters of the answer */
export function callbackAddress(port: number, parameters: Readonly<Record<string, string>>): string {
  return `http://127.0.0.1:${port}/callback?${new URLSearchParams(parameters).toString()}`;
}

const BASE64URL = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/**
 * What page and command line both show of one challenge, so that a person sees that they belong together: 60 bits, so that no
 * one finds another challenge which shows the same while they wait.
 */
export function comparisonOf(challenge: string): string {
  const letters = Array.from(challenge.slice(0, 12), (letter) => UNMISTAKABLE[BASE64URL.indexOf(letter) % 32] ?? '');
  return [0, 4, 8].map((start) => letters.slice(start, start + 4).join('')).join('-');
}
