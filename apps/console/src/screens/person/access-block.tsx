import { adminAccessGrantsCall, adminRevokeAccessCall } from '@vestibule/contracts';
import { useText } from '@vestibule/texts';
import { Button } from '@vestibule/ui';
import { useState } from 'react';
import { useAnswer } from '../../hooks/use-answer.ts';
import { useAnnouncer } from '../../parts/announcer.tsx';
import { Block } from '../../parts/block.tsx';
import blocks from '../../parts/blocks.module.css';
import { ChangeDialog } from '../../parts/change-dialog.tsx';
import { Mark } from '../../parts/icons.tsx';
import { LoadingRows, NotLoaded } from '../../parts/state.tsx';
import { useTimes } from '../../parts/use-times.ts';
import { PERSON_COMMANDS } from './commands.ts';
import { accessTexts, personTexts as texts } from './texts.ts';
import { ABOUT_PERSON, type Grant, type Person } from './use-person.ts';

export interface AccessBlockProps {
  readonly person: Person;
  readonly mayEnd: boolean;
}

/** What lets this person in at the moment although their computer would not. */
export function AccessBlock({ person, mayEnd }: AccessBlockProps) {
  const text = useText();
  const { tell } = useAnnouncer();
  const [ending, setEnding] = useState<Grant | null>(null);
  const grants = useAnswer(adminAccessGrantsCall, { query: { personId: person.id } }, { everyMs: 15_000 });
  const name = person.displayName;
  if (grants.data === undefined) {
    return (
      <Block title={text(texts.access)}>
        {grants.error === null ? (
          <LoadingRows count={1} />
        ) : (
          <NotLoaded onTryAgain={() => void grants.refetch()} problem={grants.error.problem} />
        )}
      </Block>
    );
  }
  return (
    <Block title={text(texts.access)}>
      {grants.data.grants.length === 0 && <p className={blocks['hint']}>{text(texts.noAccess)}</p>}
      <ul className={blocks['items']}>
        {grants.data.grants.map((grant) => (
          <GrantItem grant={grant} key={grant.id} onEnd={mayEnd ? () => setEnding(grant) : null} />
        ))}
      </ul>
      {ending !== null && (
        <ChangeDialog
          call={adminRevokeAccessCall}
          command={PERSON_COMMANDS.revoke(ending.id.slice(0, 8))}
          confirm={text(accessTexts.revoke, { name })}
          input={{ parameters: { id: ending.id } }}
          isGrave
          lead={text(accessTexts.revokeLead)}
          makesOld={ABOUT_PERSON}
          onClose={() => setEnding(null)}
          onDone={() => {
            setEnding(null);
            tell(text(accessTexts.ended, { name }));
          }}
          title={text(accessTexts.revoke, { name })}
        />
      )}
    </Block>
  );
}

function GrantItem({ grant, onEnd }: { readonly grant: Grant; readonly onEnd: (() => void) | null }) {
  const text = useText();
  const times = useTimes();
  const { kind, applicationName, expiresAt, usesLeft, grantedBy, reason, waitsForApproval } = grant;
  return (
    <li>
      <Mark name="clock" />
      <span>
        <b>{kind === 'skip-installation' ? text(texts.skipped) : (applicationName ?? text(texts.everyApplication))}</b>
        <span>
          {waitsForApproval
            ? text(texts.waitsForApproval)
            : text(texts.overIn, { time: times.short(expiresAt), uses: usesLeft })}
        </span>
        <span>{text(texts.given, { by: grantedBy, reason })}</span>
      </span>
      {onEnd !== null && (
        <Button kind="quiet" onPress={onEnd}>
          {text(texts.end)}…
        </Button>
      )}
    </li>
  );
}
