import { useText } from '@vestibule/texts';
import { Link, useSearch } from 'wouter';
import { withChange } from '../hooks/use-address.ts';
import { partTexts as texts } from './texts.ts';
import table from './table.module.css';

export interface PagerProps {
  /** Its address, without the slash before it. */
  readonly page: 'people' | 'computers' | 'sign-ins' | 'waiting' | 'policy' | 'gate';
  /** How many there are before the first one that is shown. */
  readonly before: number;
  readonly shown: number;
  /** Null: not counted. */
  readonly total: number | null;
  /** What the answer named for the next page; null on the last one. */
  readonly next: string | null;
}

/** Pages are links: each is an address of its own, and Back leads to the page before. */
export function Pager({ page, before, shown, total, next }: PagerProps) {
  const text = useText();
  const search = useSearch();
  const to = before + shown;
  const range =
    total === null
      ? text(texts.rangeOpen, { from: before + 1, to })
      : text(texts.range, { from: before + 1, to, total });
  const place = (after: string | undefined, from: string | undefined) =>
    `/${page}${withChange(search, { after, from })}`;
  return (
    <nav aria-label={range} className={table['pager']}>
      <p>{range}</p>
      {before > 0 && <Link href={place(undefined, undefined)}>{text(texts.firstPage)}</Link>}
      {next !== null && <Link href={place(next, String(to))}>{text(texts.nextPage)}</Link>}
    </nav>
  );
}
