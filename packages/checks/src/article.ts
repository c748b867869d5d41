import type { OperatingSystem } from '@vestibule/contracts';

/**
 * A sentence with two marks: `**name**` for the words a person looks for on the screen, and backticks for what is typed.
 */
export type Marked = string;

/** One thing to do; a command stands below its sentence, so that it can be copied in one piece. */
export type Step = Marked | { readonly text: Marked; readonly command: string };

export interface Guide {
  /** Which version, desktop or product these steps are for; left out when there is only one way. */
  readonly label?: string;
  readonly steps: readonly Step[];
  readonly note?: Marked;
}

export interface SystemHelp {
  /** Why there is nothing, or little, to be done on this system. Stands before the steps. */
  readonly remark?: Marked;
  /** Address of the settings page in the system's own scheme, for the computer the person sits at. */
  readonly settings?: { readonly label: string; readonly href: string };
  /** May be empty only where `remark` says why. */
  readonly guides: readonly Guide[];
}

export interface Article {
  /** What the person does: 'Turn on the firewall'. */
  readonly title: string;
  /** One sentence: why it matters. */
  readonly why: Marked;
  /** Of the systems on which the check exists. */
  readonly systems: Readonly<Partial<Record<OperatingSystem, SystemHelp>>>;
  /** What it looks like when the company decides; left out where the system's usual words say it. */
  readonly managed?: Marked;
  /** What the check reads, for the page that lists all of it. Articles of checks beyond the specification's have it. */
  readonly reads?: { readonly name: string; readonly text: Marked };
  /** What comes before the usual sentence on what happens next. */
  readonly after?: Marked;
}

/** Addresses and commands are the same in every language. */
const SAME_EVERYWHERE = ['href', 'command'];

/**
 * An article with each of its texts as `say` has it: structure, links and commands stand once, words in the catalogues.
 * @param say by the text's id, such as `help.firewall-enable.systems.linux.guides.0.steps.1`, and its English
 */
export function articleInWords(name: string, article: Article, say: (id: string, english: string) => string): Article {
  const inWords = (value: unknown, id: string): unknown => {
    if (typeof value === 'string') return say(id, value);
    if (Array.isArray(value)) return value.map((item, index) => inWords(item, `${id}.${index}`));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [
        key,
        SAME_EVERYWHERE.includes(key) ? inner : inWords(inner, `${id}.${key}`),
      ]),
    );
  };
  return inWords(article, `help.${name}`) as Article;
}
