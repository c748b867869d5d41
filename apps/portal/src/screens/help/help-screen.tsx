import type { OperatingSystem } from '@vestibule/contracts';
import { type ReactNode, use } from 'react';
import { useI18n } from '@vestibule/texts';
import type { PageInfo } from '../page/page-info.ts';
import { AllArticlesPage } from './all-articles-page.tsx';
import { ArticlePage } from './article-page.tsx';
import { libraryFor } from './articles/library.ts';
import { ALL_ARTICLES } from './help-page.tsx';
import { WHAT_WE_READ, WhatWeReadPage } from './what-we-read-page.tsx';

export interface HelpScreenProps {
  readonly header: PageInfo;
  /** Last part of the address, such as 'firewall-enable'; an unknown one shows the list of all articles. */
  readonly article: string;
  /** Of the computer the person sits at: its steps come first. */
  readonly system: OperatingSystem;
  /** What is read just now: stands on the page that says what is read. */
  readonly now?: ReactNode;
}

export function HelpScreen({ header, article: name, system, now }: HelpScreenProps) {
  const found = libraryFor(useI18n().locale);
  const library = found instanceof Promise ? use(found) : found;
  if (name === WHAT_WE_READ) return <WhatWeReadPage header={header} now={now} page={library.whatWeRead} />;
  const article = library.articles.get(name);
  if (article !== undefined) {
    return <ArticlePage article={article} header={header} library={library} name={name} system={system} />;
  }
  return <AllArticlesPage header={header} isAstray={name !== ALL_ARTICLES && name !== ''} library={library} />;
}
