import { adminSignInsCall, type SignIn } from '@vestibule/contracts';
import { isolated, useText } from '@vestibule/texts';
import { classes } from '@vestibule/ui';
import { Link } from 'wouter';
import { useAnswer } from '../../hooks/use-answer.ts';
import { Block } from '../../parts/block.tsx';
import blocks from '../../parts/blocks.module.css';
import { Moment } from '../../parts/moment.tsx';
import { Outcome, Why } from '../../parts/sign-ins/outcome.tsx';
import { LoadingRows, NotLoaded } from '../../parts/state.tsx';
import table from '../../parts/table.module.css';
import styles from './sign-ins-block.module.css';
import { lastSignInsTexts as texts } from './texts.ts';
import type { Person } from './use-person.ts';

const SHOWN = '5';

/** How their last sign-ins ended; each opens its story. */
export function SignInsBlock({ person }: { readonly person: Person }) {
  const text = useText();
  const signIns = useAnswer(adminSignInsCall, { query: { personId: person.id, limit: SHOWN } });
  const all = signIns.data?.signIns;
  const address = `/sign-ins?person=${person.id}`;
  return (
    <Block
      {...(all !== undefined && all.length > 0 && { actions: <Link href={address}>{text(texts.all)}</Link> })}
      title={text(texts.title)}
    >
      {all === undefined &&
        (signIns.error === null ? (
          <LoadingRows count={2} />
        ) : (
          <NotLoaded onTryAgain={() => void signIns.refetch()} problem={signIns.error.problem} />
        ))}
      {all?.length === 0 && <p className={blocks['hint']}>{text(texts.none)}</p>}
      {all !== undefined && all.length > 0 && (
        <table className={classes(table['table'], styles['rows'])}>
          <thead>
            <tr>
              <th scope="col">{text(texts.outcome)}</th>
              <th scope="col">{text(texts.application)}</th>
              <th className={table['rest']} scope="col">
                {text(texts.why)}
              </th>
              <th className={table['end']} scope="col">
                {text(texts.when)}
              </th>
            </tr>
          </thead>
          <tbody>
            {all.map((signIn) => (
              <Row address={address} key={signIn.id} signIn={signIn} />
            ))}
          </tbody>
        </table>
      )}
    </Block>
  );
}

function Row({ address, signIn }: { readonly address: string; readonly signIn: SignIn }) {
  const text = useText();
  const { id, at, outcome, application } = signIn;
  const name = application?.name ?? text(texts.removed);
  return (
    <tr>
      <td>
        <Outcome outcome={outcome} />
      </td>
      <td className={table['name']}>
        <Link href={`${address}&open=${id}`}>{isolated(name)}</Link>
      </td>
      <td className={table['rest']}>
        <Why signIn={signIn} />
      </td>
      <td className={classes(table['end'], table['time'])}>
        <Moment at={at} />
      </td>
    </tr>
  );
}
