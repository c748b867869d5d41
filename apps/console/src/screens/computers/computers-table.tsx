import type { adminDevicesCall, CallBody, ListedDevice } from '@vestibule/contracts';
import { useText } from '@vestibule/texts';
import { classes } from '@vestibule/ui';
import { memo } from 'react';
import { Link } from 'wouter';
import { addressOfComputer, addressOfPerson } from '../../parts/addresses.ts';
import { Moment } from '../../parts/moment.tsx';
import { Pager } from '../../parts/pager.tsx';
import { shownName } from '../../parts/shown-name.ts';
import { Standing } from '../../parts/standing.tsx';
import table from '../../parts/table.module.css';
import { DeviceVerdict } from '../../parts/verdict-cell.tsx';
import { computersTexts as texts } from './texts.ts';

export interface ComputersTableProps {
  readonly page: CallBody<typeof adminDevicesCall>;
  /** How many there are before the first one that is shown. */
  readonly before: number;
  /** Another page is asked for. */
  readonly isOld: boolean;
}

/** One page of computers, the verdict first. Where there is little room, name, verdict and person stay. */
export const ComputersTable = memo(function ComputersTable({ page, before, isOld }: ComputersTableProps) {
  const text = useText();
  return (
    <>
      <table aria-busy={isOld} className={table['table']}>
        <thead>
          <tr>
            <th scope="col">{text(texts.verdict)}</th>
            <th scope="col">{text(texts.computer)}</th>
            <th scope="col">{text(texts.person)}</th>
            <th className={table['rest']} scope="col">
              {text(texts.system)}
            </th>
            <th className={table['wide']} scope="col">
              {text(texts.client)}
            </th>
            <th className={classes(table['rest'], table['end'])} scope="col">
              {text(texts.seen)}
            </th>
          </tr>
        </thead>
        <tbody>
          {page.devices.map((device) => (
            <Row device={device} key={device.id} />
          ))}
        </tbody>
      </table>
      <Pager before={before} next={page.next} page="computers" shown={page.devices.length} total={page.total} />
    </>
  );
});

const Row = memo(function Row({ device }: { readonly device: ListedDevice }) {
  const { id, name, label, personId, login, displayName, operatingSystem, systemVersion, clientVersion } = device;
  const { lastSeenAt } = device;
  return (
    <tr>
      <td>
        <State device={device} />
      </td>
      <td className={table['name']}>
        <Link href={addressOfComputer(id)}>
          <bdi>{shownName(device)}</bdi>
        </Link>
        {label !== null && <bdi>{name}</bdi>}
      </td>
      <td>
        <Link className={table['over']} href={addressOfPerson(personId)}>
          <bdi>{displayName ?? login ?? ''}</bdi>
        </Link>{' '}
        <bdi>{login}</bdi>
      </td>
      <td className={table['rest']}>{systemVersion ?? operatingSystem}</td>
      <td className={table['wide']}>{clientVersion}</td>
      <td className={classes(table['rest'], table['end'], table['time'])}>
        {lastSeenAt !== null && <Moment at={lastSeenAt} />}
      </td>
    </tr>
  );
});

/** What an administrator decided, or has to decide, goes before what the policy says. */
function State({ device }: { readonly device: ListedDevice }) {
  const text = useText();
  if (device.state === 'blocked') return <Standing icon="stopper">{text(texts.blocked)}</Standing>;
  if (device.state === 'waiting') return <Standing icon="waiting">{text(texts.waiting)}</Standing>;
  return <DeviceVerdict device={device} />;
}
