import { ACCOUNT_PATHS } from '@vestibule/contracts';

/** Pages on which something of the account is changed. */
export const STATUS_PATHS = Object.freeze({
  overview: ACCOUNT_PATHS.sessionStatus,
  password: `${ACCOUNT_PATHS.sessionStatus}/password`,
  passkey: `${ACCOUNT_PATHS.sessionStatus}/passkey`,
  authenticator: `${ACCOUNT_PATHS.sessionStatus}/authenticator`,
  recoveryCodes: `${ACCOUNT_PATHS.sessionStatus}/recovery-codes`,
});
