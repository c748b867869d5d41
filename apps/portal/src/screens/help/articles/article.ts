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
  readonly systems: Readonly<Record<OperatingSystem, SystemHelp>>;
  /** What it looks like when the company decides; left out where the system's usual words say it. */
  readonly managed?: Marked;
  /** What comes before the usual sentence on what happens next. */
  readonly after?: Marked;
}

/** A list with a heading, for pages that explain instead of guide. */
export interface FactList {
  readonly heading: string;
  readonly intro?: Marked;
  readonly facts: readonly { readonly name: string; readonly text: Marked }[];
}

export interface PointList {
  readonly heading: string;
  readonly points: readonly Marked[];
}

/** The page that says what is read. */
export interface ReadingPage {
  readonly title: string;
  readonly lead: Marked;
  readonly lists: readonly FactList[];
  readonly never: PointList;
  readonly audience: PointList;
  readonly keeping: PointList;
}

/** Everything the help says in one language. */
export interface Library {
  /** By the name in the address, in the order in which the list of all articles shows them. */
  readonly articles: ReadonlyMap<string, Article>;
  readonly whatWeRead: ReadingPage;
  /** How each system shows that the company decides a setting. */
  readonly managed: Readonly<Record<OperatingSystem, Marked>>;
  readonly next: Marked;
}
