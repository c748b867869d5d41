import type { adminSignInsCall, CallBody, SignIn } from '@vestibule/contracts';
import { useText } from '@vestibule/texts';
import { classes } from '@vestibule/ui';
import { memo, useDeferredValue } from 'react';
import { Link, useSearch } from 'wouter';
import { withChange } from '../../hooks/use-address.ts';
import { Moment } from '../../parts/moment.tsx';
import { Pager } from '../../parts/pager.tsx';
import table from '../../parts/table.module.css';
import { Outcome, Why } from '../../parts/sign-ins/outcome.tsx';
import styles from './sign-ins.module.css';
import { signInsTexts as texts } from './texts.ts';
import { useSeconds } from './use-seconds.ts';

export interface SignInsTableProps {
  readonly page: CallBody<typeof adminSignInsCall>;
  /** How many there are before the first one that is shown. */
  readonly before: number;
  /** Null: not counted. */
  readonly total: number | null;
  /** The one whose story is open. */
  readonly open: string | undefined;
  /** Another page is asked for. */
  readonly isOld: boolean;
}

/** One page of sign-ins, the newest first. Where there is little room, outcome, person and time stay. */
export const SignInsTable = memo(function SignInsTable({ page, before, total, open, isOld }: SignInsTableProps) {
  const text = useText();
  // Every row leads to an address with the filters in it: while someone types, the field goes before them.
  const search = useDeferredValue(useSearch());
  return (
    <>
      <table
        aria-busy={isOld}
        className={classes(table['table'], styles['rows'], open !== undefined && styles['narrow'])}
      >
        <thead>
          <tr>
            <th scope="col">{text(texts.outcome)}</th>
            <th scope="col">{text(texts.personAndComputer)}</th>
            <th className={table['rest']} scope="col">
              {text(texts.application)}
            </th>
            <th className={table['rest']} scope="col">
              {text(texts.why)}
            </th>
            <th className={classes(table['wide'], table['end'])} scope="col">
              {text(texts.took)}
            </th>
            <th className={table['end']} scope="col">
              {text(texts.when)}
            </th>
          </tr>
        </thead>
        <tbody>
          {page.signIns.map((signIn) => (
            <Row isOpen={signIn.id === open} key={signIn.id} search={search} signIn={signIn} />
          ))}
        </tbody>
      </table>
      <Pager before={before} next={page.next} page="sign-ins" shown={page.signIns.length} total={total} />
    </>
  );
});

interface RowProps {
  readonly signIn: SignIn;
  readonly isOpen: boolean;
  readonly search: string;
}

const Row = memo(function Row({ signIn, isOpen, search }: RowProps) {
  const text = useText();
  const seconds = useSeconds();
  const { id, at, outcome, person, device, application, tookMs } = signIn;
  return (
    <tr className={isOpen ? styles['open'] : undefined}>
      <td>
        <Outcome outcome={outcome} />
      </td>
      <td className={table['name']}>
        <Link
          href={`/sign-ins${withChange(search, { open: id })}`}
          id={`sign-in-${id}`}
          {...(isOpen && { 'aria-current': 'true' })}
        >
          <bdi>{person?.displayName ?? text(texts.notKnown)}</bdi>
        </Link>
        <bdi>{device === null ? text(texts.noComputer) : (device.label ?? device.name)}</bdi>
      </td>
      <td className={table['rest']}>
        <bdi>{application?.name ?? text(texts.removed)}</bdi>
      </td>
      <td className={table['rest']}>
        <Why signIn={signIn} />
      </td>
      <td className={classes(table['wide'], table['end'], table['time'])}>{tookMs !== null && seconds(tookMs)}</td>
      <td className={classes(table['end'], table['time'])}>
        <Moment at={at} />
      </td>
    </tr>
  );
});
