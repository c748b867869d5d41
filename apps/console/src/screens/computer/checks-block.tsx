import { useText } from '@vestibule/texts';
import { classes } from '@vestibule/ui';
import * as z from 'zod/mini';
import { useAddress } from '../../hooks/use-address.ts';
import { Block } from '../../parts/block.tsx';
import blocks from '../../parts/blocks.module.css';
import form from '../../parts/form.module.css';
import { byWeight, iconOfCheck } from '../../parts/checks/check-icon.ts';
import { checkTexts } from '../../parts/checks/texts.ts';
import { Moment } from '../../parts/moment.tsx';
import { Standing } from '../../parts/standing.tsx';
import { useTimes } from '../../parts/use-times.ts';
import styles from './computer.module.css';
import { computerTexts as texts } from './texts.ts';
import type { Computer, ComputerCheck } from './use-computer.ts';

const SHAPE = { checks: z.optional(z.enum(['all'])) };

/** Each check by its last report: what was found and wanted, and since when it has been so. */
export function ChecksBlock({ computer: { checks, notAsked } }: { readonly computer: Computer }) {
  const text = useText();
  const [{ checks: view }, change] = useAddress(SHAPE);
  const open = checks.filter(({ state }) => state !== 'passed');
  const shown = (view === 'all' ? checks : open).toSorted(byWeight);
  if (checks.length === 0) {
    return (
      <Block title={text(texts.checks)}>
        <p className={blocks['hint']}>{text(texts.noReport)}</p>
      </Block>
    );
  }
  return (
    <Block
      actions={
        <fieldset aria-label={text(texts.checks)} className={classes(form['hours'], styles['views'])}>
          {(['open', 'all'] as const).map((one) => (
            <label key={one}>
              <input
                checked={(one === 'all') === (view === 'all')}
                name="checks"
                onChange={() => change({ checks: one === 'all' ? 'all' : undefined })}
                type="radio"
              />
              {one === 'all'
                ? text(texts.allChecks, { count: checks.length })
                : text(texts.notPassed, { count: open.length })}
            </label>
          ))}
        </fieldset>
      }
      title={text(texts.checks)}
    >
      {shown.length === 0 ? (
        <p className={blocks['hint']}>{text(texts.nothingNotPassed)}</p>
      ) : (
        <table className={styles['checks']}>
          <thead>
            <tr>
              <th scope="col">{text(texts.check)}</th>
              <th scope="col">{text(texts.found)}</th>
              <th className={styles['wanted']} scope="col">
                {text(texts.wanted)}
              </th>
              <th scope="col">{text(texts.since)}</th>
            </tr>
          </thead>
          <tbody>
            {shown.map((check) => (
              <CheckRow check={check} key={check.checkType} />
            ))}
          </tbody>
        </table>
      )}
      {notAsked.length > 0 && (
        <p className={blocks['hint']}>
          {text(texts.notAsked, { checks: notAsked.map((check) => text(checkTexts[check])).join(', ') })}
        </p>
      )}
    </Block>
  );
}

function CheckRow({ check }: { readonly check: ComputerCheck }) {
  const text = useText();
  const times = useTimes();
  const { checkMessage, scanText, state, evidence, deadline, since, isSigninStopper } = check;
  const title = state === 'passed' ? (scanText ?? checkMessage) : checkMessage;
  return (
    <tr>
      <th scope="row">
        <Standing icon={iconOfCheck(check)}>
          {title}
          {isSigninStopper && state !== 'passed' && <span className={styles['detail']}>{text(texts.stopper)}</span>}
          {deadline !== undefined && (
            <span className={styles['detail']}>{text(texts.deadline, { day: times.day(deadline) })}</span>
          )}
          <WhatWasRead check={check} />
        </Standing>
      </th>
      <td>
        <bdi>{evidence?.found ?? '–'}</bdi>
      </td>
      <td className={styles['wanted']}>
        <bdi>{evidence?.wanted ?? '–'}</bdi>
      </td>
      <td className={styles['time']}>{since !== null && <Moment at={since} />}</td>
    </tr>
  );
}

function WhatWasRead({ check: { checkType, description, evidence } }: { readonly check: ComputerCheck }) {
  const text = useText();
  return (
    <details className={styles['evidence']}>
      <summary>{text(texts.evidence)}</summary>
      <p>{description}</p>
      <dl>
        <dt>{text(texts.check)}</dt>
        <dd>{checkType}</dd>
        {evidence !== undefined && (
          <>
            <dt className={styles['narrow']}>{text(texts.wanted)}</dt>
            <dd className={styles['narrow']}>
              <bdi>{evidence.wanted}</bdi>
            </dd>
            <dt>{text(texts.source)}</dt>
            <dd>
              <bdi>{evidence.source}</bdi>
            </dd>
            {evidence.readAt !== null && (
              <>
                <dt>{text(texts.readAt)}</dt>
                <dd>
                  <Moment at={evidence.readAt} />
                </dd>
              </>
            )}
            {(evidence.items ?? []).map(({ label, value }) => (
              <Item key={`${label} ${value}`} label={label} value={value} />
            ))}
          </>
        )}
      </dl>
    </details>
  );
}

function Item({ label, value }: { readonly label: string; readonly value: string }) {
  return (
    <>
      <dt>{label}</dt>
      <dd>
        <bdi>{value}</bdi>
      </dd>
    </>
  );
}
