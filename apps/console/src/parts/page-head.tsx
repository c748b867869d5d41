import { useText } from '@vestibule/texts';
import { Button, FocusHeading, LiveDot } from '@vestibule/ui';
import { Fragment, type ReactNode, useContext } from 'react';
import { Link } from 'wouter';
import { Mark } from './icons.tsx';
import { useIsLive } from '../hooks/live-context.ts';
import { MenuContext } from './menu-context.ts';
import styles from './page.module.css';
import { SearchContext } from './search-context.ts';
import { partTexts as texts } from './texts.ts';

export interface PageHeadProps {
  /** Name of the page for the focus: it moves to the heading when another page comes. */
  readonly page: string;
  readonly title: string;
  /** How many there are of what the page is about, or what state it is in. */
  readonly count?: ReactNode;
  /** The pages above this one, the highest first. */
  readonly up?: readonly { readonly href: string; readonly label: string }[];
  /** All of the page keeps itself as the server has it. */
  readonly isLive?: boolean;
  /** The primary one last. */
  readonly actions?: ReactNode;
}

/** Head of every page: the way up, what it is, and what one can do. */
export function PageHead({ page, title, count, up = [], isLive = false, actions }: PageHeadProps) {
  const text = useText();
  const openMenu = useContext(MenuContext);
  const openSearch = useContext(SearchContext);
  const isConnected = useIsLive();
  return (
    <header className={styles['head']}>
      <Button className={styles['menu']} kind="quiet" label={text(texts.menu)} onPress={openMenu}>
        <Mark name="menu" />
      </Button>
      {up.map(({ href, label }) => (
        <Fragment key={href}>
          <Link className={styles['up']} href={href}>
            {label}
          </Link>
          <Mark className={styles['between']} name="right" />
        </Fragment>
      ))}
      <FocusHeading screen={page}>{title}</FocusHeading>
      {count !== undefined && <span className={styles['count']}>{count}</span>}
      {isLive && isConnected && (
        <span className={styles['live']}>
          <LiveDot />
          {text(texts.live)}
        </span>
      )}
      <div className={styles['actions']}>{actions}</div>
      <Button className={styles['find']} kind="quiet" label={text(texts.searchAll)} onPress={openSearch}>
        <Mark name="search" />
      </Button>
    </header>
  );
}
