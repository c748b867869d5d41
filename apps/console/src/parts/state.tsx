import { useText } from '@vestibule/texts';
import { Button, LiveRegion } from '@vestibule/ui';
import type { ReactNode } from 'react';
import type { Problem } from '../adapters/outcome.ts';
import { Mark, type MarkName } from './icons.tsx';
import styles from './state.module.css';
import { partTexts as texts } from './texts.ts';

export interface StateProps {
  readonly mark: MarkName;
  readonly title: string;
  /** What will come, or what to do, in one sentence. */
  readonly children?: ReactNode;
  readonly request?: string | null;
  readonly actions?: ReactNode;
  /** It is all that the page has: its title is the page's. */
  readonly isPage?: boolean;
}

/** What stands in a region that has nothing to show: each says what is so and what to do next. */
export function State({ mark, title, children, request = null, actions, isPage = false }: StateProps) {
  const text = useText();
  const Title = isPage ? 'h1' : 'p';
  return (
    <div className={styles['state']}>
      <Mark className={styles['mark']} name={mark} />
      <Title className={styles['title']}>{title}</Title>
      {children !== undefined && <p className={styles['text']}>{children}</p>}
      {request !== null && (
        <p className={styles['request']}>
          <code>{text(texts.request, { id: request })}</code>
        </p>
      )}
      <div className={styles['actions']}>{actions}</div>
    </div>
  );
}

/** Rows of the real height; nothing is seen for the first 300 ms. */
export function LoadingRows({ count = 6 }: { readonly count?: number }) {
  const text = useText();
  return (
    <>
      <div aria-hidden="true" className={styles['rows']}>
        {Array.from({ length: count }, (_, index) => (
          <div className={styles['row']} key={index}>
            <span />
            <span />
            <span />
            <span />
            <span />
          </div>
        ))}
      </div>
      <LiveRegion text={text(texts.loading)} />
    </>
  );
}

export interface NotLoadedProps {
  readonly problem: Problem;
  readonly onTryAgain: () => void;
  /** Nothing else is on the page. */
  readonly isPage?: boolean;
}

/** A region fails alone, and says by which request. */
export function NotLoaded({ problem, onTryAgain, isPage = false }: NotLoadedProps) {
  const text = useText();
  const isLost = problem.code === 'network';
  const why = isLost ? text(texts.notLoadedNetwork) : (problem.message ?? text(texts.notLoadedServer));
  return (
    <State
      actions={<Button onPress={onTryAgain}>{text(texts.tryAgain)}</Button>}
      isPage={isPage}
      mark={isLost ? 'offline' : 'close'}
      request={problem.requestId}
      title={text(texts.notLoaded)}
    >
      {why}
    </State>
  );
}
