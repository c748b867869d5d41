import { Icon } from '@vestibule/ui';
import { useText } from '@vestibule/texts';
import type { PageInfo } from '../page/page-info.ts';
import styles from './all-articles-page.module.css';
import type { Library } from './articles/library-types.ts';
import { ALL_ARTICLES, HelpPage } from './help-page.tsx';
import { helpTexts } from './texts.ts';

export interface AllArticlesPageProps {
  readonly header: PageInfo;
  readonly library: Library;
  /** The person followed an address under which there is nothing. */
  readonly isAstray: boolean;
}

export function AllArticlesPage({ header, library, isAstray }: AllArticlesPageProps) {
  const text = useText();
  const { helpArticle, whatWeRead } = header.links;
  const entries = [
    ...[...library.articles].map(([name, { title }]) => ({ href: helpArticle(name), title })),
    { href: whatWeRead, title: library.whatWeRead.title },
  ];
  return (
    <HelpPage
      article={ALL_ARTICLES}
      header={header}
      lead={text(isAstray ? helpTexts.notFoundLead : helpTexts.allLead)}
      title={text(helpTexts.allArticles)}
    >
      <ul className={styles['list']}>
        {entries.map(({ href, title }) => (
          <li className={styles['entry']} key={href}>
            <a className={styles['link']} href={href}>
              {title}
              <Icon className={styles['arrow']} isSmall name="chevron" />
            </a>
          </li>
        ))}
      </ul>
    </HelpPage>
  );
}
