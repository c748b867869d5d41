const PASSPHRASE_MINIMUM_CHARACTERS = 12;

/** @returns what is wrong with a passphrase, in a sentence; null: it will do */
export function whyPassphraseIsShort(passphrase: string): string | null {
  return passphrase.length < PASSPHRASE_MINIMUM_CHARACTERS
    ? `The passphrase needs at least ${PASSPHRASE_MINIMUM_CHARACTERS} characters: anyone who has the backup can try passphrases for as long as they like.`
    : null;
}
