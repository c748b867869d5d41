import type { Article, Guide, Marked, Step, SystemHelp } from '@vestibule/checks/article';
import type { OperatingSystem } from '@vestibule/contracts';

export type { Article, Guide, Marked, Step, SystemHelp };

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

/** What the pages of all articles say alike. */
export interface EveryArticle {
  /** How each system shows that the company decides a setting. */
  readonly managed: Readonly<Record<OperatingSystem, Marked>>;
  readonly next: Marked;
}

/** Everything the help says in one language. */
export interface Library extends EveryArticle {
  /** By the name in the address, in the order in which the list of all articles shows them. */
  readonly articles: ReadonlyMap<string, Article>;
  readonly whatWeRead: ReadingPage;
}
