import type { Policy } from '@vestibule/policy';
import { useText } from '@vestibule/texts';
import { Block } from '../../parts/block.tsx';
import { ChoiceField, FlagField, namesIn, numberIn, ValueField } from './fields.tsx';
import styles from './policy.module.css';
import { policyFormTexts as texts, policyTexts } from './texts.ts';
import type { Draft } from './use-draft.ts';

/** What holds for all checks, and for whom the policy is enforced. */
export function WholePolicy({ policy, draft }: { readonly policy: Policy; readonly draft: Draft }) {
  const text = useText();
  const { enforceFor = {}, workplaceAccessPolicy, isPolicyEnforced, unknown, verdictLifeSeconds } = policy;
  const set = (path: readonly string[], value: unknown) => draft.edit({ path, value });
  return (
    <>
      <Block title={text(texts.enforceFor)}>
        <p className={styles['sub']}>{text(texts.enforceForHint)}</p>
        <div className={styles['fields']}>
          <ValueField
            hint={text(texts.groupsHint)}
            label={text(texts.groups)}
            onCommit={(typed) => set(['enforceFor', 'groups'], namesIn(typed))}
            type="text"
            value={(enforceFor.groups ?? []).join(', ')}
          />
          <ValueField
            label={text(texts.percentage)}
            onCommit={(typed) => set(['enforceFor', 'percentage'], numberIn(typed))}
            type="number"
            value={String(enforceFor.percentage ?? '')}
          />
          <ValueField
            hint={text(texts.applicationsHint)}
            label={text(texts.applications)}
            onCommit={(typed) => set(['enforceFor', 'applications'], namesIn(typed))}
            type="text"
            value={(enforceFor.applications ?? []).join(', ')}
          />
        </div>
      </Block>
      <Block title={text(policyTexts.forAll)}>
        <div className={styles['wide']}>
          <ChoiceField
            choices={[
              ['Strict', text(texts.modeStrict)],
              ['Permissive', text(texts.modePermissive)],
            ]}
            label={text(texts.mode)}
            onCommit={(chosen) => set(['workplaceAccessPolicy'], chosen)}
            value={workplaceAccessPolicy}
          />
          <ChoiceField
            choices={[
              ['', text(texts.blockMostly)],
              ['allow', text(texts.allow)],
              ['block', text(texts.block)],
            ]}
            label={text(texts.unknown)}
            onCommit={(chosen) => set(['unknown'], chosen === '' ? undefined : chosen)}
            value={unknown ?? ''}
          />
          <ValueField
            label={text(texts.life)}
            onCommit={(typed) => set(['verdictLifeSeconds'], numberIn(typed))}
            standard="300"
            type="number"
            value={String(verdictLifeSeconds)}
          />
          {workplaceAccessPolicy === 'Permissive' && (
            <FlagField
              isOn={isPolicyEnforced}
              label={text(texts.enforced)}
              onCommit={(isOn) => set(['isPolicyEnforced'], isOn)}
            />
          )}
        </div>
      </Block>
    </>
  );
}
