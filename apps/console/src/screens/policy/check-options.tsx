import type { CheckType } from '@vestibule/contracts';
import type { UnknownRule } from '@vestibule/policy';
import { useText } from '@vestibule/texts';
import { ChoiceField, FlagField, namesIn, numberIn, ValueField } from './fields.tsx';
import { type Limit, limitsOfCheck } from './limits.ts';
import styles from './policy.module.css';
import { limitTexts, policyFormTexts as texts } from './texts.ts';
import type { Draft, Refused } from './use-draft.ts';

/** What a check, or a rule of it for some, says besides its severity. */
export interface Said {
  readonly startDate?: string | undefined;
  readonly graceDays?: number | undefined;
  readonly unknown?: UnknownRule | undefined;
  readonly parameters?: Readonly<Record<string, unknown>> | undefined;
}

export interface CheckOptionsProps {
  readonly type: CheckType;
  readonly said: Said;
  /** Where it stands in the text. */
  readonly path: readonly (string | number)[];
  readonly draft: Draft;
  /** What is chosen where the text says nothing of an unread check. */
  readonly unknownStandard: string;
}

/** Dates, what an unread check means, and limits. */
export function CheckOptions({ type, said, path, draft, unknownStandard }: CheckOptionsProps) {
  const text = useText();
  const { startDate, graceDays = 0, unknown } = said;
  const set = (key: string, value: unknown): Refused => draft.edit({ path: [...path, key], value });
  const { limits, inText } = limitsOfCheck(type);
  return (
    <>
      <div className={styles['fields']}>
        <ValueField
          hint={text(texts.startsIn)}
          label={text(texts.starts)}
          onCommit={(typed) =>
            typed === ''
              ? draft.edit(
                  { path: [...path, 'startDate'], value: undefined },
                  { path: [...path, 'graceDays'], value: undefined },
                )
              : set('startDate', typed)
          }
          type="date"
          value={startDate ?? ''}
        />
        <ValueField
          label={text(texts.graceDays)}
          onCommit={(typed) => set('graceDays', typed === '0' ? undefined : numberIn(typed))}
          standard="0"
          type="number"
          value={graceDays === 0 ? '' : String(graceDays)}
        />
        <ChoiceField
          choices={[
            ['', unknownStandard],
            ['allow', text(texts.allow)],
            ['block', text(texts.block)],
          ]}
          label={text(texts.unknown)}
          onCommit={(chosen) => set('unknown', chosen === '' ? undefined : chosen)}
          value={unknown ?? ''}
        />
        {limits.map((limit) => (
          <LimitField
            key={limit.name}
            limit={limit}
            onCommit={(value) => draft.edit({ path: [...path, 'parameters', limit.name], value })}
            value={said.parameters?.[limit.name]}
          />
        ))}
      </div>
      {inText.length > 0 && <p className={styles['sub']}>{text(texts.inText, { names: inText.join(', ') })}</p>}
    </>
  );
}

interface LimitFieldProps {
  readonly limit: Limit & { readonly standard: unknown };
  readonly value: unknown;
  readonly onCommit: (value: unknown) => Refused;
}

function LimitField({ limit, value, onCommit }: LimitFieldProps) {
  const text = useText();
  const { kind, standard, choices } = limit;
  const label = text(limit.label);
  if (kind === 'flag') {
    const isOn = (value ?? standard) === true;
    return <FlagField isOn={isOn} label={label} onCommit={(next) => onCommit(next === standard ? undefined : next)} />;
  }
  if (kind === 'choice') {
    return (
      <ChoiceField
        choices={choices.map(([one, words]) => [one, text(words)])}
        label={label}
        onCommit={(chosen) => onCommit(chosen === standard ? undefined : chosen)}
        value={shown(value ?? standard)}
      />
    );
  }
  const read = { number: numberIn, names: namesIn, version: (typed: string) => typed.trim() || undefined }[kind];
  return (
    <ValueField
      label={label}
      onCommit={(typed) => onCommit(read(typed))}
      standard={shown(standard) || text(limitTexts.any)}
      type={kind === 'number' ? 'number' : 'text'}
      value={shown(value)}
    />
  );
}

/** As it is typed. */
function shown(value: unknown): string {
  if (Array.isArray(value)) return value.join(', ');
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
