import { parsePolicy } from '@vestibule/policy';
import { useText } from '@vestibule/texts';
import { useMemo } from 'react';
import { useAddress } from '../../hooks/use-address.ts';
import blocks from '../../parts/blocks.module.css';
import { ChecksView } from './checks-view.tsx';
import { HistoryView } from './history-view.tsx';
import { HeldBlock } from './held-block.tsx';
import styles from './policy.module.css';
import { PolicyViews } from './policy-views.tsx';
import { SeenCheck } from './seen-check.tsx';
import { policyTexts as texts } from './texts.ts';
import type { Held } from './use-draft.ts';
import { addressShape } from './use-policy.ts';

/** The policy to who may look at it and not change it. */
export function PolicyLook({ held }: { readonly held: Held }) {
  const text = useText();
  const [{ view = 'checks' }] = useAddress(addressShape);
  const parsed = useMemo(() => parsePolicy(held.text), [held.text]);
  return (
    <div className={blocks['page']}>
      <div>
        <PolicyViews view={view} />
        {view === 'history' && <HistoryView />}
        {view === 'text' && (
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls sideways is reached by keyboard
          <pre aria-label={text(texts.textOf)} className={styles['text']} role="region" tabIndex={0}>
            {held.text}
          </pre>
        )}
        {view === 'checks' && parsed.ok && (
          <ChecksView renderCheck={(type) => <SeenCheck check={parsed.policy.checks[type]} key={type} type={type} />} />
        )}
      </div>
      <aside className={blocks['aside']}>
        <HeldBlock held={held} />
      </aside>
    </div>
  );
}
