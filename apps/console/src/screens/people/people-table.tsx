import type { AdminPerson, adminPeopleCall, CallBody } from '@vestibule/contracts';
import { useText } from '@vestibule/texts';
import { classes } from '@vestibule/ui';
import { Link, useSearch } from 'wouter';
import { withChange } from '../../hooks/use-address.ts';
import { Moment } from '../../parts/moment.tsx';
import { Standing } from '../../parts/standing.tsx';
import table from '../../parts/table.module.css';
import { roleTexts } from '../../parts/texts.ts';
import { addressOfPerson } from '../../parts/addresses.ts';
import { peopleTexts as texts } from './texts.ts';
import type { People } from './use-people.ts';

export interface PeopleTableProps {
  readonly people: People;
  readonly page: CallBody<typeof adminPeopleCall>;
}

/** One page of people. Where there is little room, name and state stay. */
export function PeopleTable({ people, page }: PeopleTableProps) {
  const text = useText();
  return (
    <>
      <table aria-busy={people.answer.isPlaceholderData} className={table['table']}>
        <thead>
          <tr>
            <th scope="col">{text(texts.person)}</th>
            <th scope="col">{text(texts.state)}</th>
            <th className={table['rest']} scope="col">
              {text(texts.groups)}
            </th>
            <th className={table['rest']} scope="col">
              {text(texts.role)}
            </th>
            <th className={table['wide']} scope="col">
              {text(texts.email)}
            </th>
            <th className={classes(table['rest'], table['end'])} scope="col">
              {text(texts.added)}
            </th>
          </tr>
        </thead>
        <tbody>
          {page.people.map((person) => (
            <Row key={person.id} person={person} />
          ))}
        </tbody>
      </table>
      <Pager page={page} people={people} />
    </>
  );
}

function Row({ person }: { readonly person: AdminPerson }) {
  const text = useText();
  const { id, login, displayName, blockedAt, groups, role, email, createdAt } = person;
  return (
    <tr>
      <td className={table['name']}>
        <Link href={addressOfPerson(id)}>
          <bdi>{displayName}</bdi>
        </Link>
        <bdi>{login}</bdi>
      </td>
      <td>
        <Standing icon={blockedAt === null ? 'passed' : 'stopper'}>
          {text(blockedAt === null ? texts.notBlocked : texts.blocked)}
        </Standing>
      </td>
      <td className={table['rest']}>
        <bdi>{groups.join(', ')}</bdi>
      </td>
      <td className={table['rest']}>{role !== null && text(roleTexts[role.role])}</td>
      <td className={table['wide']}>
        <bdi>{email}</bdi>
      </td>
      <td className={classes(table['rest'], table['end'], table['time'])}>
        <Moment at={createdAt} />
      </td>
    </tr>
  );
}

/** Pages are links: each is an address of its own, and Back leads to the page before. */
function Pager({ people, page }: PeopleTableProps) {
  const text = useText();
  const search = useSearch();
  const { before } = people;
  const to = before + page.people.length;
  const place = (after: string | undefined, from: string | undefined) =>
    `/people${withChange(search, { after, from })}`;
  return (
    <nav aria-label={text(texts.range, { from: before + 1, to, total: page.total })} className={table['pager']}>
      <p>{text(texts.range, { from: before + 1, to, total: page.total })}</p>
      {before > 0 && <Link href={place(undefined, undefined)}>{text(texts.firstPage)}</Link>}
      {page.next !== null && <Link href={place(page.next, String(to))}>{text(texts.nextPage)}</Link>}
    </nav>
  );
}
