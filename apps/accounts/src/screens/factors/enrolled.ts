import type { confirmTotpCall } from '@vestibule/contracts';
import type { CallBody } from '../../adapters/server.ts';

/** A second factor is set up: codes that are shown once, and where one goes on. */
export type Enrolled = CallBody<typeof confirmTotpCall>;
