import type { adminPeopleCall, CallBody } from '@vestibule/contracts';
import { isolated, useText } from '@vestibule/texts';
import { classes } from '@vestibule/ui';
import { memo } from 'react';
import { Link } from 'wouter';
import { Moment } from '../../parts/moment.tsx';
import { Pager } from '../../parts/pager.tsx';
import { Standing } from '../../parts/standing.tsx';
import table from '../../parts/table.module.css';
import { roleTexts } from '../../parts/texts.ts';
import { PersonVerdict } from '../../parts/verdict-cell.tsx';
import { addressOfPerson } from '../../parts/addresses.ts';
import { peopleTexts as texts } from './texts.ts';

export interface PeopleTableProps {
  readonly page: CallBody<typeof adminPeopleCall>;
  /** How many there are before the first one that is shown. */
  readonly before: number;
  /** Another page is asked for. */
  readonly isOld: boolean;
}

/** One page of people. Where there is little room, name and state stay. */
export const PeopleTable = memo(function PeopleTable({ page, before, isOld }: PeopleTableProps) {
  const text = useText();
  return (
    <>
      <table aria-busy={isOld} className={table['table']}>
        <thead>
          <tr>
            <th scope="col">{text(texts.person)}</th>
            <th scope="col">{text(texts.verdict)}</th>
            <th className={table['rest']} scope="col">
              {text(texts.groups)}
            </th>
            <th className={table['rest']} scope="col">
              {text(texts.role)}
            </th>
            <th className={classes(table['wide'], table['end'])} scope="col">
              {text(texts.computers)}
            </th>
            <th className={classes(table['rest'], table['end'])} scope="col">
              {text(texts.seen)}
            </th>
          </tr>
        </thead>
        <tbody>
          {page.people.map((person) => (
            <Row key={person.id} person={person} />
          ))}
        </tbody>
      </table>
      <Pager before={before} next={page.next} page="people" shown={page.people.length} total={page.total} />
    </>
  );
});

interface RowProps {
  readonly person: CallBody<typeof adminPeopleCall>['people'][number];
}

const Row = memo(function Row({ person }: RowProps) {
  const text = useText();
  const { id, login, displayName, blockedAt, groups, role, verdict, isEnforced, devices, lastSeenAt } = person;
  return (
    <tr>
      <td className={table['name']}>
        <Link href={addressOfPerson(id)}>
          <bdi>{displayName}</bdi>
        </Link>
        <bdi>{login}</bdi>
      </td>
      <td>
        {blockedAt === null ? (
          <PersonVerdict devices={devices} isEnforced={isEnforced} verdict={verdict} />
        ) : (
          <Standing icon="stopper">{text(texts.blocked)}</Standing>
        )}
      </td>
      <td className={table['rest']}>
        <bdi>{groups.map(isolated).join(', ')}</bdi>
      </td>
      <td className={classes(table['rest'], table['word'])}>{role !== null && text(roleTexts[role.role])}</td>
      <td className={classes(table['wide'], table['end'])}>{devices}</td>
      <td className={classes(table['rest'], table['end'], table['time'])}>
        {lastSeenAt !== null && <Moment at={lastSeenAt} />}
      </td>
    </tr>
  );
});
