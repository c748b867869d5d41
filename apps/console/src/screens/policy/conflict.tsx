import { useText } from '@vestibule/texts';
import { Button } from '@vestibule/ui';
import { useState } from 'react';
import { useAnnouncer } from '../../parts/announcer.tsx';
import { Strip } from '../../parts/strip.tsx';
import { DifferenceOf } from './difference-of.tsx';
import { mergeInto } from './differences.ts';
import styles from './policy.module.css';
import { policyActTexts as texts } from './texts.ts';
import type { Draft, Held } from './use-draft.ts';
import { shortVersion } from './use-policy.ts';

/** A colleague was quicker: both texts are shown, and the person says how it goes on. Nothing is lost by any of them. */
export function Conflict({ draft, held }: { readonly draft: Draft; readonly held: Held }) {
  const text = useText();
  const { tell } = useAnnouncer();
  const [isSameLines, setIsSameLines] = useState(false);
  const versions = { theirs: shortVersion(held.version), base: shortVersion(draft.base.version) };

  function merge() {
    const merged = mergeInto(held.text, draft.base.text, draft.text);
    setIsSameLines(merged === null);
    if (merged === null) return;
    draft.rebase(merged);
    tell(text(texts.merged));
  }

  return (
    <section aria-label={text(texts.conflict)} className={styles['conflict']}>
      <Strip isWarning mark="people">
        <b>{text(texts.conflict)}</b> {text(texts.conflictText, versions)}
      </Strip>
      <div className={styles['both']}>
        <div>
          <h2>{text(texts.theirs)}</h2>
          <DifferenceOf after={held.text} before={draft.base.text} label={text(texts.theirs)} />
        </div>
        <div>
          <h2>{text(texts.mine)}</h2>
          <DifferenceOf after={draft.text} before={draft.base.text} label={text(texts.mine)} />
        </div>
      </div>
      {isSameLines && <p role="alert">{text(texts.conflictSame)}</p>}
      <div className={styles['choices']}>
        <Button kind="primary" onPress={merge}>
          {text(texts.merge)}
        </Button>
        <Button onPress={() => draft.rebase(draft.text)}>{text(texts.keepMine)}</Button>
        <Button kind="quiet" onPress={draft.discard}>
          {text(texts.takeTheirs)}
        </Button>
      </div>
    </section>
  );
}
