import type { adminApplicationsCall, CallBody } from '@vestibule/contracts';
import { isolated, useText } from '@vestibule/texts';
import { classes, VisuallyHidden } from '@vestibule/ui';
import { Standing } from '../../parts/standing.tsx';
import table from '../../parts/table.module.css';
import { applicationsTexts as texts } from './texts.ts';

type Application = CallBody<typeof adminApplicationsCall>['applications'][number];

/** Work applications by name. Where there is little room, name and state stay. */
export function ApplicationsTable({ applications }: { readonly applications: readonly Application[] }) {
  const text = useText();
  return (
    <table className={table['table']}>
      <thead>
        <tr>
          <th scope="col">{text(texts.application)}</th>
          <th className={table['rest']} scope="col">
            {text(texts.speaks)}
          </th>
          <th scope="col">{text(texts.state)}</th>
          <th className={table['end']} scope="col">
            <VisuallyHidden>{text(texts.open)}</VisuallyHidden>
          </th>
        </tr>
      </thead>
      <tbody>
        {applications.map((application) => (
          <Row application={application} key={application.id} />
        ))}
      </tbody>
    </table>
  );
}

function Row({ application }: { readonly application: Application }) {
  const text = useText();
  const { name, protocol, entityId, startUrl } = application;
  return (
    <tr>
      <td className={table['name']}>
        <b>{isolated(name)}</b>
        <bdi>{entityId}</bdi>
      </td>
      <td className={table['rest']}>{text(texts[protocol])}</td>
      <td>
        <StateOf application={application} />
      </td>
      <td className={classes(table['end'], table['word'])}>
        {startUrl !== null && (
          <a
            aria-label={text(texts.openOne, { name: isolated(name) })}
            href={startUrl}
            rel="noreferrer"
            target="_blank"
          >
            {text(texts.open)}
          </a>
        )}
      </td>
    </tr>
  );
}

function StateOf({ application: { disabledAt, unprotectedAddresses } }: { readonly application: Application }) {
  const text = useText();
  if (disabledAt !== null) return <Standing icon="waiting">{text(texts.isOff)}</Standing>;
  if (unprotectedAddresses.length > 0) return <Standing icon="recommended">{text(texts.unprotected)}</Standing>;
  return <Standing icon="passed">{text(texts.isOn)}</Standing>;
}
