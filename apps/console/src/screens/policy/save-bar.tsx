import { useText } from '@vestibule/texts';
import { Button, Tag } from '@vestibule/ui';
import { useAnnouncer } from '../../parts/announcer.tsx';
import { partTexts } from '../../parts/texts.ts';
import type { useImpact } from './impact-block.tsx';
import styles from './policy.module.css';
import { policyActTexts as acts, policyFormTexts as texts } from './texts.ts';
import type { Draft } from './use-draft.ts';

export interface SaveBarProps {
  readonly draft: Draft;
  /** How many checks. */
  readonly changed: number;
  readonly impact: ReturnType<typeof useImpact>;
  readonly onPublish: () => void;
}

/** How much is not published, whom it would stop, and the two ways on. */
export function SaveBar({ draft, changed, impact: { answer, isWanted, isOld }, onPublish }: SaveBarProps) {
  const text = useText();
  const { tell } = useAnnouncer();
  const newly = isWanted && !isOld && answer.error === null ? (answer.data?.impact.newlyBlocked ?? 0) : 0;

  function discard() {
    const { text: written } = draft;
    draft.discard();
    tell(text(texts.discarded), <Button onPress={() => draft.write(written)}>{text(partTexts.undo)}</Button>);
  }

  return (
    <div className={styles['saveBar']}>
      <p>
        <b>{text(texts.unsaved, { count: changed })}</b>{' '}
        {newly > 0 && <Tag kind="stop">{text(acts.stopsMore, { count: newly })}</Tag>}{' '}
        <span>{text(texts.unsavedText)}</span>
      </p>
      <Button kind="quiet" onPress={discard}>
        {text(texts.discard)}
      </Button>
      <Button isDisabled={!draft.parsed.ok || draft.isStale} kind="primary" onPress={onPublish}>
        {text(acts.publish)}
      </Button>
    </div>
  );
}
