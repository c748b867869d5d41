import type { CheckType } from '@vestibule/contracts';
import { isSame, parsePolicy, type Policy } from '@vestibule/policy';
import { useText } from '@vestibule/texts';
import { useEffect, useMemo, useState } from 'react';
import { Link } from 'wouter';
import { useAddress } from '../../hooks/use-address.ts';
import { usePorts } from '../../hooks/ports-context.ts';
import blocks from '../../parts/blocks.module.css';
import { PageHead } from '../../parts/page-head.tsx';
import { State } from '../../parts/state.tsx';
import { CHECK_GROUPS } from './check-groups.ts';
import { ChecksForm } from './checks-form.tsx';
import { Conflict } from './conflict.tsx';
import { HeldBlock } from './held-block.tsx';
import { HistoryView } from './history-view.tsx';
import { ImpactBlock, useImpact } from './impact-block.tsx';
import styles from './policy.module.css';
import { PolicyViews } from './policy-views.tsx';
import { PublishDialog } from './publish-dialog.tsx';
import { RehearsalBlock } from './rehearsal-block.tsx';
import { SaveBar } from './save-bar.tsx';
import { Problems, TextView } from './text-view.tsx';
import { policyActTexts as acts, policyTexts as texts } from './texts.ts';
import { TryBlock } from './try-block.tsx';
import { type Draft, type Held, useDraft } from './use-draft.ts';
import { addressShape } from './use-policy.ts';
import { VersionTag } from './version-tag.tsx';

export interface PolicyEditProps {
  readonly held: Held;
  /** Asks again which policy holds: a colleague may have been quicker. */
  readonly onLook: () => void;
}

/** The policy to who may change it: form and editor over one text, whom it would stop, and the way to publish it. */
export function PolicyEdit({ held, onLook }: PolicyEditProps) {
  const text = useText();
  const { browser } = usePorts();
  const draft = useDraft(held);
  const impact = useImpact(draft);
  const [isPublishing, setIsPublishing] = useState(false);
  const [{ view = 'checks' }] = useAddress(addressShape);
  const changed = useChangedChecks(draft);
  const { isChanged } = draft;
  useEffect(() => (isChanged ? browser.askBeforeLeaving() : undefined), [isChanged, browser]);
  return (
    <div className={styles['whole']}>
      <PageHead count={<VersionTag version={held.version} />} page="policy" title={text(texts.title)} />
      {draft.isStale && <Conflict draft={draft} held={held} key={held.version} />}
      <div className={blocks['page']}>
        <div>
          <PolicyViews view={view} />
          {view === 'history' && <HistoryView held={held} />}
          {view === 'text' && <TextView draft={draft} />}
          {view === 'checks' &&
            (draft.parsed.ok ? (
              <ChecksForm changed={changed} draft={draft} policy={draft.parsed.policy} />
            ) : (
              <>
                <State
                  actions={<Link href="/policy?view=text">{text(texts.textOf)}</Link>}
                  mark="policy"
                  title={text(texts.notRead)}
                >
                  {text(texts.notReadText)}
                </State>
                <Problems draft={draft} />
              </>
            ))}
        </div>
        <aside className={blocks['aside']}>
          <div className={styles['beside']}>
            <ImpactBlock draft={draft} impact={impact} />
            <TryBlock isReady={draft.parsed.ok} policy={draft.text} />
            <RehearsalBlock isReady={draft.parsed.ok} policy={draft.text} />
            <HeldBlock held={held} />
          </div>
        </aside>
      </div>
      {isChanged && (
        <SaveBar changed={changed.length} draft={draft} impact={impact} onPublish={() => setIsPublishing(true)} />
      )}
      {isPublishing && (
        <PublishDialog
          done={text(acts.published)}
          held={held}
          lead={text(acts.publishLead)}
          onClose={() => {
            setIsPublishing(false);
            onLook();
          }}
          onDone={draft.discard}
          text={draft.text}
          title={text(acts.publish)}
          version={draft.base.version}
        />
      )}
    </div>
  );
}

/** The checks that the text says something else of than the policy it was made from. */
function useChangedChecks({ parsed, base }: Draft): readonly CheckType[] {
  const before = useMemo(() => parsePolicy(base.text), [base.text]);
  return useMemo(() => {
    if (!parsed.ok || !before.ok) return [];
    const of = (policy: Policy, type: CheckType) => policy.checks[type] ?? null;
    return CHECK_GROUPS.flatMap(({ checks }) => checks).filter(
      (type) => !isSame(of(parsed.policy, type), of(before.policy, type)),
    );
  }, [parsed, before]);
}
