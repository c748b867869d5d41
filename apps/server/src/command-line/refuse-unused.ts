import { misuse } from '@vestibule/command-line';

/**
 * Refuses options that say nothing of the kind that was named: anyone who gave one would believe that it holds.
 * @param kindsOf the kinds that an option is about; one that is not listed is about all of them
 */
export function refuseUnused(
  kind: string,
  options: object,
  kindsOf: { readonly [option: string]: readonly string[] },
): void {
  const stray = Object.entries(options).find(
    ([option, value]) => value !== undefined && kindsOf[option]?.includes(kind) === false,
  );
  if (stray === undefined) return;
  const [option] = stray;
  const flag = `--${option.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
  throw misuse(`${flag} is for ${(kindsOf[option] ?? []).join(' and ')}: leave it out for ${kind}.`);
}
