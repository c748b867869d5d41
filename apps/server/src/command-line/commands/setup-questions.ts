import type { Output, Streams } from '@vestibule/command-line';
import type { Answers } from '../../operations/set-up/wanted.ts';
import { problemsOf, shortName } from '../../operations/set-up/wanted.ts';

type Name = Exclude<keyof Answers, 'url'>;

interface Question {
  readonly name: Name;
  readonly text: string;
  readonly isOptional?: boolean;
  /** What an empty line stands for. */
  readonly standard?: (answers: Partial<Answers>) => string;
}

const QUESTIONS: readonly Question[] = [
  { name: 'companyName', text: 'What is your company called?' },
  {
    name: 'company',
    text: 'A short name for command lines',
    standard: ({ companyName = '' }) => shortName(companyName),
  },
  { name: 'name', text: 'Your first and last name' },
  { name: 'email', text: 'Your e-mail address' },
  { name: 'login', text: 'What do you want to sign in with', standard: ({ email = '' }) => email.split('@')[0] ?? '' },
  { name: 'domain', text: 'The company’s domain', standard: ({ email = '' }) => email.split('@')[1] ?? '' },
  { name: 'supportPhone', text: 'Support: phone number', isOptional: true },
  { name: 'supportHours', text: 'Support: when it is answered', isOptional: true },
  { name: 'supportEmail', text: 'Support: e-mail address', isOptional: true },
  { name: 'supportAddress', text: 'Support: help page (https://…)', isOptional: true },
];

/** Options that no one was asked for and that were not given. */
export function missingAnswers(given: Partial<Answers>): Name[] {
  return (['companyName', 'login', 'name', 'email'] as const).filter((name) => !given[name]);
}

/** What is wrong with an answer, so that it is given again; an empty one is none yet. */
function whyNot(name: Name, line: string): string | null {
  if (line === '') return null;
  const [problem] = problemsOf({ [name]: line });
  return problem === undefined ? null : problem.replace(/^--[a-z-]+:/, () => line);
}

/** Asks for everything that was not said by an option. @param ask shows a question and waits for a line */
export async function askQuestions(
  given: Partial<Answers>,
  ask: NonNullable<Streams['ask']>,
  output: Output,
): Promise<Partial<Answers>> {
  output.say(
    'A few questions. What is in brackets is taken when you press Enter; Ctrl-C ends it, and nothing is changed.',
  );
  const answers: Partial<Record<keyof Answers, string>> = { ...given };
  for (const { name, text, isOptional = false, standard } of QUESTIONS) {
    const suggested = standard?.(answers) ?? '';
    const hint = isOptional ? ' (Enter: none)' : suggested === '' ? '' : ` [${suggested}]`;
    while (answers[name] === undefined) {
      const line = (await ask(`${text}${hint}: `)).trim() || suggested;
      const problem = whyNot(name, line);
      if (problem !== null) output.say(problem);
      else if (line !== '' || isOptional) answers[name] = line;
    }
  }
  return answers;
}
