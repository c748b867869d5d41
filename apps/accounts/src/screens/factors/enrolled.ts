import type { CallBody, confirmTotpCall } from '@vestibule/contracts';

/** A second factor is set up: codes that are shown once, and where one goes on. */
export type Enrolled = CallBody<typeof confirmTotpCall>;
