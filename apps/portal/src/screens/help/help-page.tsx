import { ButtonLink, classes, FocusHeading } from '@vestibule/ui';
import { type ReactNode, useId } from 'react';
import { useText } from '@vestibule/texts';
import type { PageInfo } from '../page/page-info.ts';
import { PageSupportCode } from '../page/page-support-code.tsx';
import { PortalPage } from '../page/portal-page.tsx';
import { pageTexts } from '../page/texts.ts';
import type { Marked } from './articles/library-types.ts';
import styles from './help-page.module.css';
import { MarkedText } from './marked-text.tsx';
import { helpTexts } from './texts.ts';

/** The name in the address under which the list of all articles stands; every unknown name leads there as well. */
export const ALL_ARTICLES = 'all';

export interface HelpPageProps {
  readonly header: PageInfo;
  /** Name of the article, for moving focus to its heading. */
  readonly article: string;
  readonly title: string;
  readonly lead: Marked;
  readonly children: ReactNode;
}

/** What every page of the help has: one column, heading, one sentence, and a person at its end. */
export function HelpPage({ header, article, title, lead, children }: HelpPageProps) {
  const text = useText();
  const { links, supportCode } = header;
  return (
    <PortalPage info={header} title={title}>
      <div className={styles['column']}>
        <FocusHeading screen={`help-${article}`}>{title}</FocusHeading>
        <p className={styles['lead']}>
          <MarkedText>{lead}</MarkedText>
        </p>
        {children}
        <div className={styles['aid']}>
          <ButtonLink href={links.support}>{text(pageTexts.contactSupport)}</ButtonLink>
          {article !== ALL_ARTICLES && (
            <ButtonLink href={links.helpArticle(ALL_ARTICLES)} kind="quiet">
              {text(helpTexts.allArticles)}
            </ButtonLink>
          )}
          {supportCode !== null && (
            <div className={styles['code']}>
              <PageSupportCode code={supportCode} />
            </div>
          )}
        </div>
      </div>
    </PortalPage>
  );
}

export interface HelpSectionProps {
  readonly heading: string;
  readonly children: ReactNode;
}

export function HelpSection({ heading, children }: HelpSectionProps) {
  const headingId = useId();
  return (
    <section aria-labelledby={headingId} className={styles['section']}>
      <h2 className={styles['heading']} id={headingId}>
        {heading}
      </h2>
      {children}
    </section>
  );
}

export function HelpCard({
  isPadded = false,
  children,
}: {
  readonly isPadded?: boolean;
  readonly children: ReactNode;
}) {
  return <div className={classes(styles['card'], isPadded && styles['padded'])}>{children}</div>;
}

export function HelpText({ children }: { readonly children: Marked }) {
  return (
    <p className={styles['text']}>
      <MarkedText>{children}</MarkedText>
    </p>
  );
}
