import { useText } from '@vestibule/texts';
import { Button } from '@vestibule/ui';
import { Block } from '../../parts/block.tsx';
import blocks from '../../parts/blocks.module.css';
import { Mark } from '../../parts/icons.tsx';
import { useTimes } from '../../parts/use-times.ts';
import { actTexts, factorTexts, personTexts as texts } from './texts.ts';
import type { Person } from './use-person.ts';

export interface FactorsBlockProps {
  readonly person: Person;
  readonly mayReset: boolean;
  readonly onReset: () => void;
}

/** What they prove by that it is them, besides what they know. */
export function FactorsBlock({ person: { secondFactors }, mayReset, onReset }: FactorsBlockProps) {
  const text = useText();
  const times = useTimes();
  return (
    <Block
      actions={
        mayReset &&
        secondFactors.length > 0 && (
          <Button kind="link" onPress={onReset}>
            {text(actTexts.resetFactors)}…
          </Button>
        )
      }
      title={text(texts.factors)}
    >
      {secondFactors.length === 0 && <p className={blocks['hint']}>{text(texts.noFactors)}</p>}
      <ul className={blocks['items']}>
        {secondFactors.map(({ kind, name, createdAt }) => (
          <li key={`${kind} ${name} ${createdAt}`}>
            <Mark name={kind === 'passkey' ? 'key' : 'lock'} />
            <span>
              <b>{name}</b>
              <span>
                {[
                  kind === 'totp' || kind === 'passkey' ? text(factorTexts[kind]) : kind,
                  text(texts.inSince, { time: times.short(createdAt) }),
                ].join(', ')}
              </span>
            </span>
          </li>
        ))}
      </ul>
    </Block>
  );
}
