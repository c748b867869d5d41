import * as z from 'zod/mini';
import { sessionParametersSchema } from '../device-sessions.ts';
import { hasNoNul } from './text.ts';

const stored = z.string().check(z.maxLength(255), hasNoNul);

/** What a client says of itself, as the server takes it: its texts are kept. */
export const shownParametersSchema = z.extend(sessionParametersSchema, {
  clientVersion: stored,
  deviceName: stored,
  operatingSystem: stored,
});
