import type { UnavailableReason } from '@vestibule/contracts';

/** What the person is told when a check could not be read, by reason, and what follows. `{source}` is what was asked. */
export const UNKNOWN_TEXTS: Readonly<
  Record<UnavailableReason | 'reader-missing' | 'locker-missing' | 'locker-unclear' | 'blocks' | 'passes', string>
> = {
  'not-supported': 'Workplace cannot read this on this computer.',
  'tool-missing': 'The program that knows this is not installed on this computer.',
  'timed-out': '{source} gave no answer in time.',
  'access-denied': 'Workplace may not read this without an administrator.',
  'reader-missing':
    'Only an administrator may read this. Workplace can, when it is installed for everyone on this computer: ask your company for that.',
  'locker-missing':
    'No program that locks the screen runs in your session. Have one start with it: the help says which one fits your desktop.',
  'locker-unclear':
    'A program locks the screen of your session, and Workplace cannot tell when, or whether it asks for the password. Use one that tells: the help says which one fits your desktop.',
  'unexpected-output': '{source} gave an answer that Workplace does not understand.',
  'no-session': 'Workplace found no desktop session to ask.',
  'blocked-by-policy': 'Your company keeps Workplace from reading this.',
  'not-reported': 'Workplace on this computer did not report this.',
  malformed: 'Workplace on this computer reported this in a way that cannot be read.',
  'clock-wrong': 'The clock of this computer is wrong.',
  blocks: 'Your company asks for an answer before you go to work.',
  passes: 'This does not stop you.',
};
