import type { adminSignInCall, CallBody } from '@vestibule/contracts';

export type OneSignIn = CallBody<typeof adminSignInCall>;
