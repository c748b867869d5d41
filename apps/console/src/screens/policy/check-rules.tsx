import { CHECK_DEFINITIONS, isAskedOn } from '@vestibule/checks';
import { type CheckType, OPERATING_SYSTEMS } from '@vestibule/contracts';
import type { CheckPolicy } from '@vestibule/policy';
import { useText } from '@vestibule/texts';
import { Button } from '@vestibule/ui';
import { useState } from 'react';
import form from '../../parts/form.module.css';
import { CheckOptions } from './check-options.tsx';
import { ChoiceField, namesIn, ValueField, Why } from './fields.tsx';
import styles from './policy.module.css';
import { SEVERITY_TEXTS } from './severities.ts';
import { policyFormTexts as texts } from './texts.ts';
import type { Draft, Refused } from './use-draft.ts';

type Rule = NonNullable<CheckPolicy['for']>[number];

const SYSTEM_NAMES = { windows: 'Windows', macos: 'macOS', linux: 'Linux' } as const;

export interface CheckRulesProps {
  readonly type: CheckType;
  readonly check: CheckPolicy;
  readonly draft: Draft;
}

/** What holds otherwise on some systems, for some groups, or on the way to some applications. */
export function CheckRules({ type, check, draft }: CheckRulesProps) {
  const text = useText();
  const [refused, setRefused] = useState<Refused>(null);
  const rules = check.for ?? [];
  const systems = OPERATING_SYSTEMS.filter((system) => isAskedOn(CHECK_DEFINITIONS[type], system));
  const path = ['checks', type, 'for'] as const;
  return (
    <section className={styles['rules']}>
      <h3>{text(texts.rules)}</h3>
      {rules.length > 0 && <p className={styles['sub']}>{text(texts.rulesHint)}</p>}
      {rules.map((rule, index) => (
        // A rule has no name of its own: its place is what it is known by.
        <fieldset className={styles['rule']} key={`${rules.length}.${index}`}>
          <legend>{text(texts.rule, { number: index + 1 })}</legend>
          <RuleFields draft={draft} path={[...path, index]} rule={rule} systems={systems} type={type} />
          <Button
            kind="quiet"
            label={text(texts.takeOutOf, { name: text(texts.rule, { number: index + 1 }) })}
            onPress={() => setRefused(draft.edit({ path: [...path, index], value: undefined }))}
          >
            {text(texts.takeOut)}
          </Button>
        </fieldset>
      ))}
      {refused !== null && <Why refused={refused} />}
      <div>
        <Button
          kind="quiet"
          onPress={() =>
            setRefused(
              draft.edit({
                path: [...path, rules.length],
                value: { systems: [systems[0]], severity: 'recommended' },
              }),
            )
          }
        >
          {text(texts.addRule)}
        </Button>
      </div>
    </section>
  );
}

interface RuleFieldsProps {
  readonly type: CheckType;
  readonly rule: Rule;
  readonly systems: readonly (keyof typeof SYSTEM_NAMES)[];
  readonly path: readonly (string | number)[];
  readonly draft: Draft;
}

function RuleFields({ type, rule, systems, path, draft }: RuleFieldsProps) {
  const text = useText();
  const [refused, setRefused] = useState<Refused>(null);
  const set = (key: string, value: unknown): Refused => draft.edit({ path: [...path, key], value });
  const named = rule.systems ?? [];
  const toggle = (system: (typeof systems)[number]) => {
    const next = systems.filter((one) => (one === system ? !named.includes(one) : named.includes(one)));
    setRefused(set('systems', next.length === 0 ? undefined : next));
  };
  return (
    <>
      <div className={styles['fields']}>
        <div>
          <span className={form['label']}>{text(texts.systems)}</span>
          <div className={styles['systems']}>
            {systems.map((system) => (
              <label className={form['box']} key={system}>
                <input checked={named.includes(system)} onChange={() => toggle(system)} type="checkbox" />
                {SYSTEM_NAMES[system]}
              </label>
            ))}
          </div>
          {refused !== null && <Why refused={refused} />}
        </div>
        <ValueField
          hint={text(texts.groupsHint)}
          label={text(texts.groups)}
          onCommit={(typed) => set('groups', namesIn(typed))}
          type="text"
          value={(rule.groups ?? []).join(', ')}
        />
        <ValueField
          hint={text(texts.applicationsHint)}
          label={text(texts.applications)}
          onCommit={(typed) => set('applications', namesIn(typed))}
          type="text"
          value={(rule.applications ?? []).join(', ')}
        />
        <ChoiceField
          choices={[
            ['', text(texts.asForEveryone)],
            ...SEVERITY_TEXTS.map(([one, words]) => [one, text(words)] as const),
          ]}
          label={text(texts.severity)}
          onCommit={(chosen) => set('severity', chosen === '' ? undefined : chosen)}
          value={rule.severity ?? ''}
        />
      </div>
      <CheckOptions draft={draft} path={path} said={rule} type={type} unknownStandard={text(texts.asForEveryone)} />
    </>
  );
}
