import type { UnavailableReason } from '@vestibule/contracts';

/** What the person is told when a check could not be read, by reason, and what follows. `{source}` is what was asked. */
export const UNKNOWN_TEXTS: Readonly<
  Record<UnavailableReason | 'reader-missing' | 'locker-missing' | 'locker-unclear' | 'blocks' | 'passes', string>
> = {
  'not-supported': 'Workplace cannot read this on this computer.',
  'tool-missing': 'The program that knows this is not installed on this computer. Your I.T. department can install it.',
  'timed-out': '{source} gave no answer in time. Check again.',
  'access-denied': 'Workplace may not read this without an administrator.',
  'reader-missing':
    'Only an administrator may read this. Workplace can, when it is installed for everyone on this computer: ask your company for that.',
  'locker-missing':
    'No program that locks the screen runs in your session. Have one start with it: the help says which one fits your desktop.',
  'locker-unclear':
    'A program locks the screen of your session, and Workplace cannot tell when, or whether it asks for the password. Use one that tells: the help says which one fits your desktop.',
  'unexpected-output': 'Workplace looked here ({source}) and cannot tell. Show your I.T. department what was found.',
  'no-session': 'Workplace found no desktop session to ask. Sign in to the desktop, then check again.',
  'blocked-by-policy': 'Your company keeps Workplace from reading this.',
  'not-reported': 'Workplace on this computer did not report this.',
  malformed: 'Workplace on this computer reported this in a way that cannot be read.',
  'clock-wrong': 'The clock of this computer is wrong. Set it right, then check again.',
  blocks: 'Your company asks for an answer before you go to work: if you get none, ask your I.T. department.',
  passes: 'This does not stop you.',
};
