import * as z from 'zod/mini';
import { asOneLine } from './calls/one-line.ts';

/** A text of the client that a person later reads: one line, whatever was sent. */
export const saidText = (maximum: number) => z.string().check(z.maxLength(maximum), z.overwrite(asOneLine));
