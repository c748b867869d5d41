import { PASSWORD_MINIMUM_LENGTH } from '@vestibule/contracts';
import type { Config } from '../../operations/config/config.ts';
import { DEMO_PEOPLE } from './trial-people.ts';
import type { Person } from '../../repositories/people.ts';
import type { ServerContext } from '../../context/server-context.ts';

/** Characters that are left when runs such as "aaaa", "1234" and "dcba" count as two. */
const MINIMUM_WITHOUT_RUNS = 8;
const MINIMUM_DIFFERENT = 6;
/** Shorter words stand in passwords by chance. */
const SHORTEST_WORD = 4;

/**
 * The rule for new passwords: long, not monotonous, and without the words anybody would try first. No list is needed and
 * no kind of character is asked for; length is what counts.
 *
 * @returns null when the password may be used; else one sentence for the person
 */
export function whyPasswordIsWeak(
  password: string,
  {
    company,
    configuration,
    config,
  }: Pick<ServerContext, 'company' | 'configuration'> & { readonly config: Pick<Config, 'isDemo'> },
  person: Pick<Person, 'login' | 'email' | 'displayName'>,
): string | null {
  const characters = Array.from(password.normalize('NFKC'));
  if (characters.length < PASSWORD_MINIMUM_LENGTH) {
    return `A password has at least ${PASSWORD_MINIMUM_LENGTH} characters. Several words are easy to remember.`;
  }
  if (new Set(characters).size < MINIMUM_DIFFERENT || withoutRuns(characters) < MINIMUM_WITHOUT_RUNS) {
    return 'The password is too regular: it repeats itself, or follows the alphabet or the digits.';
  }
  // Where someone has one of these, no server but the trial starts any more.
  if (!config.isDemo && DEMO_PEOPLE.some((one) => one.password === characters.join(''))) {
    return 'This password stands in the source of this program, where everybody can read it.';
  }
  const words = [person.login, person.email, ...person.displayName.split(/\s+/), company.name, company.displayName];
  const lowered = characters.join('').toLowerCase();
  const found = [...words.flatMap((word) => [word, ...word.split(/[@.]/)]), configuration.productName, 'password']
    .map((word) => word.toLowerCase())
    .find((word) => word.length >= SHORTEST_WORD && lowered.replaceAll(word, '').length < MINIMUM_WITHOUT_RUNS);
  return found === undefined
    ? null
    : 'The password is little more than a name. Add words that have nothing to do with it.';
}

/** Length, with every run of equal or neighbouring characters counted as two at most. */
function withoutRuns(characters: readonly string[]): number {
  let length = 0;
  let run = 0;
  let step: number | null = null;
  for (const [index, character] of characters.entries()) {
    const before = characters[index - 1];
    const difference = before === undefined ? null : codeOf(character) - codeOf(before);
    const goesOn: boolean = difference !== null && Math.abs(difference) <= 1 && (step === null || step === difference);
    run = goesOn ? run + 1 : 1;
    step = goesOn ? difference : null;
    if (run <= 2) length += 1;
  }
  return length;
}

function codeOf(character: string): number {
  return character.toLowerCase().codePointAt(0) ?? 0;
}
