import { KeyUnavailableError } from '@vestibule/device-keys';

/**
 * - `unreachable`: it cannot be opened, or it went away
 * - `silent`: it took the command and did not answer in time
 * - `foreign`: the keys are not of this TPM, or of a time before it was cleared, or none at all
 * - `forgotten`: what was loaded into it is no longer there
 * - `refused`: it answered with an error
 * - `not-understood`: what came back is no answer of a TPM
 */
export type TpmFailureCode = 'unreachable' | 'silent' | 'foreign' | 'forgotten' | 'refused' | 'not-understood';

/** Something a TPM did not do. */
export class TpmFailure extends KeyUnavailableError {
  override readonly name = 'TpmFailure';
  readonly code: TpmFailureCode;

  constructor(code: TpmFailureCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** Codes of part 2, 6.6.3, without the bits that say which parameter or handle was meant. */
const INTEGRITY = 0x09f;
const BINDING = 0x0a5;
const HANDLE = 0x08b;
const REFERENCE_FIRST = 0x910;
const REFERENCE_LAST = 0x916;
const EXPLAINED: ReadonlyMap<number, string> = new Map([
  [0x08e, 'it wants a password (authorisation failed)'],
  [0x0a2, 'it wants a password'],
  [0x902, 'its memory is full'],
  [0x921, 'it is locked after wrong passwords'],
  [0x120, 'it is turned off for this computer’s owner'],
  [0x085, 'its owner’s part is turned off'],
  [0x0a7, 'it took the point of the other key for none'],
  [0x143, 'it does not know the command'],
  [0x100, 'it was not started by the firmware'],
  [0x101, 'it reports a failure of its own'],
]);

/** Codes with which a TPM asks to be asked again: yielded, retry, testing. */
export function isToBeAskedAgain(responseCode: number): boolean {
  return responseCode === 0x908 || responseCode === 0x922 || responseCode === 0x90a;
}

/** Says what a response code means for anyone who wanted `what`. */
export function failureOf(responseCode: number, what: string): TpmFailure {
  const hasPlace = (responseCode & 0x80) !== 0;
  const code = hasPlace ? responseCode & 0xbf : responseCode;
  if (code === INTEGRITY || code === BINDING) {
    return new TpmFailure(
      'foreign',
      'The TPM does not know the keys: it was cleared, or they came from another computer.',
    );
  }
  if (code === HANDLE || (code >= REFERENCE_FIRST && code <= REFERENCE_LAST)) {
    return new TpmFailure('forgotten', `The TPM no longer holds what was loaded (${what}).`);
  }
  const number = `0x${responseCode.toString(16).padStart(3, '0')}`;
  return new TpmFailure('refused', `The TPM refused to ${what}: ${EXPLAINED.get(code) ?? 'error'} (${number}).`);
}
