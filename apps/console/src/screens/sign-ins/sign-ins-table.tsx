import type { adminSignInsCall, CallBody, SignIn } from '@vestibule/contracts';
import { useText } from '@vestibule/texts';
import { classes } from '@vestibule/ui';
import { Link, useSearch } from 'wouter';
import { withChange } from '../../hooks/use-address.ts';
import { Moment } from '../../parts/moment.tsx';
import { Pager } from '../../parts/pager.tsx';
import table from '../../parts/table.module.css';
import { Outcome, Why } from './outcome-cell.tsx';
import styles from './sign-ins.module.css';
import { signInsTexts as texts } from './texts.ts';
import { useSeconds } from './use-seconds.ts';
import type { SignIns } from './use-sign-ins.ts';

export interface SignInsTableProps {
  readonly signIns: SignIns;
  readonly page: CallBody<typeof adminSignInsCall>;
}

/** One page of sign-ins, the newest first. Where there is little room, outcome, person and time stay. */
export function SignInsTable({ signIns, page }: SignInsTableProps) {
  const text = useText();
  return (
    <>
      <table
        aria-busy={signIns.answer.isPlaceholderData}
        className={classes(table['table'], styles['rows'], signIns.filters.open !== undefined && styles['narrow'])}
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
            <Row isOpen={signIn.id === signIns.filters.open} key={signIn.id} signIn={signIn} />
          ))}
        </tbody>
      </table>
      <Pager
        before={signIns.before}
        next={page.next}
        page="sign-ins"
        shown={page.signIns.length}
        total={signIns.total}
      />
    </>
  );
}

function Row({ signIn, isOpen }: { readonly signIn: SignIn; readonly isOpen: boolean }) {
  const text = useText();
  const seconds = useSeconds();
  const search = useSearch();
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
}
