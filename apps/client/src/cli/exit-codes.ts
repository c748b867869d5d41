/** What the command line tells scripts. */
export const EXIT_CODES = Object.freeze({
  fine: 0,
  /** A check failed or could not be read, the doctor found something, a fix was not made. */
  attention: 1,
  notUnderstood: 2,
  error: 3,
});
