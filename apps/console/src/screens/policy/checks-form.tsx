import type { CheckType } from '@vestibule/contracts';
import { parsePolicy, type Policy } from '@vestibule/policy';
import { useText } from '@vestibule/texts';
import { useMemo } from 'react';
import { useAddress } from '../../hooks/use-address.ts';
import filters from '../../parts/filters.module.css';
import { State } from '../../parts/state.tsx';
import { CheckRow } from './check-row.tsx';
import { ChecksView } from './checks-view.tsx';
import { policyFormTexts as texts } from './texts.ts';
import type { Draft } from './use-draft.ts';
import { addressShape } from './use-policy.ts';
import { WholePolicy } from './whole-policy.tsx';

export interface ChecksFormProps {
  readonly policy: Policy;
  readonly changed: readonly CheckType[];
  readonly draft: Draft;
}

/** Every check in its group, one of them open, and what holds for all. Which are shown and which is open is the address. */
export function ChecksForm({ policy, changed, draft }: ChecksFormProps) {
  const text = useText();
  const [{ check: open, show }, go] = useAddress(addressShape);
  const before = useMemo(() => parsePolicy(draft.base.text), [draft.base.text]);
  const isOn = (type: CheckType) => (policy.checks[type]?.severity ?? 'off') !== 'off';
  const isShown = (type: CheckType) =>
    show === undefined || changed.includes(type) || type === open || (show === 'on' && isOn(type));
  return (
    <>
      <div className={filters['bar']}>
        <select
          aria-label={text(texts.filter)}
          className={filters['select']}
          onChange={({ target }) => go({ show: target.value })}
          value={show ?? ''}
        >
          <option value="">{text(texts.filterAll)}</option>
          <option value="on">{text(texts.filterOn)}</option>
          <option value="changed">{text(texts.filterChanged)}</option>
        </select>
      </div>
      {show === 'changed' && changed.length === 0 && <State mark="policy" title={text(texts.noneShown)} />}
      <ChecksView
        isShown={isShown}
        renderCheck={(type) => (
          <CheckRow
            before={before.ok ? before.policy.checks[type] : undefined}
            check={policy.checks[type]}
            draft={draft}
            isOpen={open === type}
            key={type}
            onToggle={() => go({ check: open === type ? undefined : type })}
            type={type}
          />
        )}
      />
      <WholePolicy draft={draft} policy={policy} />
    </>
  );
}
