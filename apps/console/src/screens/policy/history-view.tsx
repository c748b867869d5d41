import { adminAuditCall, adminPolicyVersionsCall, type CallBody } from '@vestibule/contracts';
import { isolated, useText } from '@vestibule/texts';
import { Tag } from '@vestibule/ui';
import * as z from 'zod/mini';
import { useAddress } from '../../hooks/use-address.ts';
import { useAnswer } from '../../hooks/use-answer.ts';
import moments from '../../parts/history.module.css';
import { Moment } from '../../parts/moment.tsx';
import { Pager } from '../../parts/pager.tsx';
import { LoadingRows, NotLoaded, State } from '../../parts/state.tsx';
import styles from './policy.module.css';
import { policyTexts as texts } from './texts.ts';
import type { Held } from './use-draft.ts';
import { addressShape, shortVersion } from './use-policy.ts';
import { VersionDetail } from './version-detail.tsx';

type Version = CallBody<typeof adminPolicyVersionsCall>['versions'][number];
type Entry = CallBody<typeof adminAuditCall>['entries'][number];

const SHOWN = 20;
const ENTRIES = 100;

/** Every policy that was stored, the newest first; an open one shows what changed in it. */
export function HistoryView({ held = null }: { readonly held?: Held | null }) {
  const text = useText();
  const [{ version: open, after, from }, go] = useAddress(addressShape);
  const { data, error, refetch } = useAnswer(adminPolicyVersionsCall, {
    query: { limit: String(SHOWN), ...(after !== undefined && { after }) },
  });
  const why = useAnswer(adminAuditCall, { query: { action: 'policy', outcome: 'done', limit: String(ENTRIES) } });
  if (data === undefined) {
    return error === null ? (
      <LoadingRows count={4} />
    ) : (
      <NotLoaded onTryAgain={() => void refetch()} problem={error.problem} />
    );
  }
  if (data.versions.length === 0) {
    return (
      <State mark="policy" title={text(texts.historyNone)}>
        {text(texts.historyNoneText)}
      </State>
    );
  }
  const before = after === undefined ? 0 : Number(from ?? 0);
  return (
    <>
      <ol className={moments['history']}>
        {data.versions.map((version, index) => (
          <VersionItem
            held={held}
            entry={entryOf(version, why.data?.entries ?? [])}
            isNewest={before === 0 && index === 0}
            isOpen={open === version.id}
            key={version.id}
            onToggle={() => go({ version: open === version.id ? undefined : version.id })}
            version={version}
          />
        ))}
      </ol>
      {(before > 0 || data.next !== null) && (
        <Pager before={before} next={data.next} page="policy" shown={data.versions.length} total={null} />
      )}
    </>
  );
}

interface VersionItemProps {
  readonly version: Version;
  readonly entry: Entry | undefined;
  readonly held: Held | null;
  readonly isNewest: boolean;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

const detailsSchema = z.object({
  changes: z.array(z.object({ field: z.string(), to: z.unknown() })),
  newlyBlocked: z.optional(z.nullable(z.number())),
  reason: z.optional(z.nullable(z.string())),
});

/** What is written down when a version is stored is written by then. The same text may be stored again, for another reason. */
const MOMENT_MS = 60_000;

/** What the audit log says of a version: it is written in the moment in which the version is stored. */
function entryOf({ version, createdAt }: Version, entries: readonly Entry[]): Entry | undefined {
  const distance = ({ at }: Entry) => Math.abs(Date.parse(at) - Date.parse(createdAt));
  return entries
    .filter((entry) => distance(entry) <= MOMENT_MS)
    .filter(({ details }) =>
      detailsSchema.safeParse(details).data?.changes.some(({ field, to }) => field === 'version' && to === version),
    )
    .toSorted((one, other) => distance(one) - distance(other))[0];
}

function VersionItem({ version, entry, held, isNewest, isOpen, onToggle }: VersionItemProps) {
  const text = useText();
  const { data: said } = detailsSchema.safeParse(entry?.details);
  const who = isolated(version.createdBy);
  return (
    <li>
      <Moment at={version.createdAt} />
      <div className={styles['version']}>
        <span>
          <b>
            {text(version.source === 'file' ? texts.byFile : texts.by, { who })}{' '}
            {isNewest && <Tag kind="ok">{text(texts.holds)}</Tag>}
          </b>
          {typeof said?.reason === 'string' && <span>“{isolated(said.reason)}”</span>}
          <span>
            <code>{shortVersion(version.version)}</code>
            {(said?.newlyBlocked ?? 0) > 0 && ` · ${text(texts.mayStop, { count: said?.newlyBlocked ?? 0 })}`}
          </span>
        </span>
        <button aria-expanded={isOpen} className={styles['more']} onClick={onToggle} type="button">
          {text(texts.whatChanged)}
        </button>
        {isOpen && <VersionDetail held={held} id={version.id} isNewest={isNewest} />}
      </div>
    </li>
  );
}
