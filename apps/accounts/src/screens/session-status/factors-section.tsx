import type { SecondFactors } from '@vestibule/contracts';
import { useI18n, useText } from '@vestibule/texts';
import { Button, Tag } from '@vestibule/ui';
import { usePorts } from '../../app/ports-context.ts';
import styles from './factors-section.module.css';
import { STATUS_PATHS } from './paths.ts';
import { Row } from './row.tsx';
import { Section } from './section.tsx';
import { factorTexts as texts } from './texts.ts';

export type Factor = SecondFactors['factors'][number];

export interface FactorsSectionProps {
  readonly isPasswordSet: boolean;
  readonly secondFactors: SecondFactors;
  readonly onRemove: (factor: Factor) => void;
}

/** How the person signs in, and what can be changed about it. */
export function FactorsSection({ isPasswordSet, secondFactors, onRemove }: FactorsSectionProps) {
  const text = useText();
  const { navigation, passkeys } = usePorts();
  const { factors, recoveryCodesLeft, isRequired } = secondFactors;
  return (
    <Section
      heading={text(texts.heading)}
      rows={
        <>
          {isPasswordSet && (
            <Row
              action={
                <Button label={text(texts.changeName)} onPress={() => navigation.show(STATUS_PATHS.password)}>
                  {text(texts.change)}
                </Button>
              }
              text={text(texts.passwordText)}
              title={text(texts.password)}
            />
          )}
          {factors.map((factor) => (
            <FactorRow
              factor={factor}
              isLast={isRequired && factors.length === 1}
              key={factor.id}
              onRemove={onRemove}
            />
          ))}
          {factors.length === 0 ? (
            <Row text={text(texts.noneText)} title={text(texts.none)} />
          ) : (
            <Row
              action={<Button onPress={() => navigation.show(STATUS_PATHS.recoveryCodes)}>{text(texts.renew)}</Button>}
              text={text(texts.codesLeft, { count: recoveryCodesLeft })}
              title={text(texts.codes)}
            />
          )}
        </>
      }
    >
      <div className={styles['add']}>
        {passkeys.isSupported && (
          <Button onPress={() => navigation.show(STATUS_PATHS.passkey)}>{text(texts.addPasskey)}</Button>
        )}
        <Button onPress={() => navigation.show(STATUS_PATHS.authenticator)}>{text(texts.addAuthenticator)}</Button>
      </div>
    </Section>
  );
}

interface FactorRowProps extends Pick<FactorsSectionProps, 'onRemove'> {
  readonly factor: Factor;
  /** The company asks for one, and there is no other. */
  readonly isLast: boolean;
}

function FactorRow({ factor, isLast, onRemove }: FactorRowProps) {
  const text = useText();
  const i18n = useI18n();
  const { kind, name, createdAt } = factor;
  const kindName = text(kind === 'passkey' ? texts.passkey : texts.authenticator);
  const added = text(texts.added, { date: i18n.date(createdAt, { dateStyle: 'long' }) });
  return (
    <Row
      action={
        isLast ? null : (
          <Button label={text(texts.removeName, { name })} onPress={() => onRemove(factor)}>
            {text(texts.remove)}
          </Button>
        )
      }
      tag={isLast ? <Tag icon="managed">{text(texts.required)}</Tag> : name === kindName ? null : <Tag>{kindName}</Tag>}
      text={isLast ? `${added}. ${text(texts.lastOne)}` : added}
      title={name}
    />
  );
}
