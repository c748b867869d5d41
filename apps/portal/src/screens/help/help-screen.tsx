import type { OperatingSystem } from '@vestibule/contracts';
import { useI18n } from '@vestibule/texts';
import type { PageInfo } from '../page/page-info.ts';
import { AllArticlesPage } from './all-articles-page.tsx';
import { ArticlePage } from './article-page.tsx';
import { libraryFor } from './articles/libraries.ts';
import { ALL_ARTICLES } from './help-page.tsx';
import { WHAT_WE_READ, WhatWeReadPage } from './what-we-read-page.tsx';

export interface HelpScreenProps {
  readonly header: PageInfo;
  /** Last part of the address, such as 'firewall-enable'; an unknown one shows the list of all articles. */
  readonly article: string;
  /** Of the computer the person sits at: its steps come first. */
  readonly system: OperatingSystem;
}

export function HelpScreen({ header, article: name, system }: HelpScreenProps) {
  const library = libraryFor(useI18n().locale);
  if (name === WHAT_WE_READ) return <WhatWeReadPage header={header} page={library.whatWeRead} />;
  const article = library.articles.get(name);
  if (article !== undefined) {
    return <ArticlePage article={article} header={header} library={library} name={name} system={system} />;
  }
  return <AllArticlesPage header={header} isAstray={name !== ALL_ARTICLES && name !== ''} library={library} />;
}
