import type { DEVICE_STATES } from '@vestibule/contracts';
import { isolated, type Text, useText } from '@vestibule/texts';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { addressOfComputer, addressOfPerson } from '../../parts/addresses.ts';
import { Block } from '../../parts/block.tsx';
import blocks from '../../parts/blocks.module.css';
import { Mark } from '../../parts/icons.tsx';
import list from '../../parts/list.module.css';
import { Moment } from '../../parts/moment.tsx';
import { useTimes } from '../../parts/use-times.ts';
import { computerTexts as texts } from './texts.ts';
import type { Computer } from './use-computer.ts';

const STATES: { readonly [state in (typeof DEVICE_STATES)[number]]: Text } = {
  waiting: texts.stateWaiting,
  approved: texts.stateApproved,
  blocked: texts.stateBlocked,
  retired: texts.stateRetired,
};

/** Whose it is, what is written down about it, and the keys that have called themselves by its id. */
export function AboutBlocks({ computer }: { readonly computer: Computer }) {
  return (
    <>
      <Owner computer={computer} />
      <Record computer={computer} />
      <Keys computer={computer} />
    </>
  );
}

function Owner({ computer: { owner, people } }: { readonly computer: Computer }) {
  const text = useText();
  const others = people.filter(({ id }) => id !== owner?.id);
  return (
    <Block title={text(texts.owner)}>
      {owner === null ? (
        <p className={blocks['hint']}>{text(texts.noOwner)}</p>
      ) : (
        <p>
          <Link href={addressOfPerson(owner.id)}>
            <bdi>{owner.displayName}</bdi>
          </Link>
          <span className={blocks['hint']}>{[owner.login, ...owner.groups].map(isolated).join(', ')}</span>
        </p>
      )}
      {others.length > 0 && (
        <>
          <p className={blocks['hint']}>{text(texts.openSessions)}</p>
          <ul className={blocks['items']}>
            {others.map(({ id, displayName, lastAt }) => (
              <li key={id}>
                <Mark name="person" />
                <Link href={addressOfPerson(id)}>
                  <bdi>{displayName}</bdi>
                </Link>
                <Moment at={lastAt} />
              </li>
            ))}
          </ul>
        </>
      )}
    </Block>
  );
}

function Record({ computer }: { readonly computer: Computer }) {
  const text = useText();
  const { state, approvedBy, createdAt, deviceId, name, report } = computer;
  const rows: readonly (readonly [Text, ReactNode])[] = [
    [
      texts.registered,
      [text(STATES[state]), ...(approvedBy === null ? [] : [text(texts.approvedBy, { by: approvedBy })])].join('. '),
    ],
    [texts.firstSeen, <Moment at={createdAt} key="at" />],
    ...(report === null
      ? []
      : ([
          [texts.managedBy, (report.management ?? []).join(', ')],
          [texts.serial, report.serialNumber],
          [texts.loginName, report.deviceLoginName],
        ] as const)),
    [texts.deviceId, deviceId],
  ];
  return (
    <Block title={text(texts.record)}>
      <p className={blocks['hint']}>
        <bdi>{name}</bdi>
      </p>
      <dl className={list['list']}>
        {rows.map(([label, value]) => (
          <Row key={label.id} name={text(label)}>
            {value === '' ? '–' : value}
          </Row>
        ))}
      </dl>
    </Block>
  );
}

function Row({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>
        <bdi>{children}</bdi>
      </dd>
    </>
  );
}

function Keys({ computer: { id: shown, keys } }: { readonly computer: Computer }) {
  const text = useText();
  const times = useTimes();
  return (
    <Block title={text(texts.keys)}>
      {keys.length === 0 && <p className={blocks['hint']}>{text(texts.noKeys)}</p>}
      <ul className={blocks['items']}>
        {keys.map(({ deviceRowId, isHolder, state, createdAt, keyProtection, thumbprint }) => {
          // One that waits holds its device id only when it is approved.
          const title = text(isHolder || state === 'waiting' ? texts.keyHolds : texts.keyEarlier);
          return (
            <li key={thumbprint}>
              <Mark name="key" />
              <span>
                <b>{deviceRowId === shown ? title : <Link href={addressOfComputer(deviceRowId)}>{title}</Link>}</b>
                <span>
                  {text(STATES[state])}.{' '}
                  {text(texts.keyMade, { day: times.short(createdAt), protection: keyProtection })}
                </span>
              </span>
            </li>
          );
        })}
      </ul>
    </Block>
  );
}
