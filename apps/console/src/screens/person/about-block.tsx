import { useText } from '@vestibule/texts';
import { Button } from '@vestibule/ui';
import { Fragment } from 'react';
import { Link } from 'wouter';
import { withChange } from '../../hooks/use-address.ts';
import { Block } from '../../parts/block.tsx';
import blocks from '../../parts/blocks.module.css';
import { Moment } from '../../parts/moment.tsx';
import { roleTexts } from '../../parts/texts.ts';
import type { Act } from './acts.tsx';
import styles from '../../parts/list.module.css';
import { actTexts, personTexts as texts } from './texts.ts';
import type { Person } from './use-person.ts';

export interface AboutBlockProps {
  readonly person: Person;
  readonly mayChange: boolean;
  readonly onChange: (act: Act) => void;
}

/** Groups, role, and what is written down about them. */
export function AboutBlock({ person, mayChange, onChange }: AboutBlockProps) {
  const text = useText();
  const { groups, role, login, email, type, createdAt } = person;
  return (
    <>
      <Block
        actions={
          mayChange && (
            <Button kind="link" onPress={() => onChange('groups')}>
              {text(actTexts.changeGroups)}…
            </Button>
          )
        }
        title={text(texts.groups)}
      >
        <p>
          {groups.length === 0 && text(texts.noGroups)}
          {groups.map((group, index) => (
            <Fragment key={group}>
              {index > 0 && ', '}
              <Link href={`/people${withChange('', { group })}`}>
                <bdi>{group}</bdi>
              </Link>
            </Fragment>
          ))}
        </p>
      </Block>
      <Block
        actions={
          mayChange && (
            <Button kind="link" onPress={() => onChange('role')}>
              {text(actTexts.changeRole)}…
            </Button>
          )
        }
        title={text(texts.role)}
      >
        <p>{text(role === null ? texts.noRole : roleTexts[role.role])}</p>
        {role?.reach === 'msp' && <p className={blocks['hint']}>{text(texts.roleEverywhere)}</p>}
      </Block>
      <Block title={text(texts.details)}>
        <dl className={styles['list']}>
          <dt>{text(texts.login)}</dt>
          <dd>{login}</dd>
          <dt>{text(texts.email)}</dt>
          <dd>{email}</dd>
          <dt>{text(texts.type)}</dt>
          <dd>{type}</dd>
          <dt>{text(texts.added)}</dt>
          <dd>
            <Moment at={createdAt} />
          </dd>
        </dl>
      </Block>
    </>
  );
}
