import { adminPersonCall, adminSessionsCall } from '@vestibule/contracts';
import { useText } from '@vestibule/texts';
import { Button } from '@vestibule/ui';
import { useState } from 'react';
import { useParams } from 'wouter';
import { RoleStrip } from '../../frame/role-strip.tsx';
import { isAtLeast, useMe } from '../../hooks/me-context.ts';
import { useAnswer } from '../../hooks/use-answer.ts';
import blocks from '../../parts/blocks.module.css';
import { PageHead } from '../../parts/page-head.tsx';
import { LoadingRows, NotLoaded } from '../../parts/state.tsx';
import { AboutBlock } from './about-block.tsx';
import { AccessBlock } from './access-block.tsx';
import { type Act, PersonAct } from './acts.tsx';
import { ChecksBlock } from './checks-block.tsx';
import { ComputersBlock } from './computers-block.tsx';
import { FactorsBlock } from './factors-block.tsx';
import { GiveAccess } from './give-access.tsx';
import { PersonFacts } from './person-facts.tsx';
import { SessionsBlock } from './sessions-block.tsx';
import { SignInsBlock } from './sign-ins-block.tsx';
import { actTexts, personTexts as texts } from './texts.ts';
import type { Person } from './use-person.ts';
import { WayBlock } from './way-block.tsx';

/** Helps one person, and decides what they may. What a role may not do is absent. */
export function PersonScreen() {
  const text = useText();
  const { personId = '' } = useParams();
  const person = useAnswer(adminPersonCall, { parameters: { personId } });
  // The answer about the person before stays while another one is asked for: it is not theirs.
  const data = person.data?.id === personId ? person.data : undefined;
  const up = [{ href: '/people', label: text(texts.people) }];
  if (data !== undefined) return <Loaded key={personId} person={data} />;
  return (
    <>
      <PageHead page="person" title={text(texts.people)} up={up} />
      {person.error === null ? (
        <LoadingRows />
      ) : (
        <NotLoaded onTryAgain={() => void person.refetch()} problem={person.error.problem} />
      )}
    </>
  );
}

function Loaded({ person }: { readonly person: Person }) {
  const text = useText();
  const { role } = useMe();
  const [act, setAct] = useState<Act | null>(null);
  const sessions = useAnswer(adminSessionsCall, { parameters: { personId: person.id } }, { everyMs: 15_000 });
  const mayAdminister = isAtLeast(role, 'administrator');
  const mayHelp = isAtLeast(role, 'support');
  const newest = sessions.data?.sessions[0] ?? null;
  return (
    <>
      <PageHead
        actions={
          mayAdminister && (
            <>
              <Button onPress={() => setAct('invite')}>{text(actTexts.invite)}…</Button>
              <Button onPress={() => setAct(person.blockedAt === null ? 'block' : 'unblock')}>
                {text(person.blockedAt === null ? actTexts.block : actTexts.unblock)}…
              </Button>
            </>
          )
        }
        isLive
        page={`person-${person.id}`}
        title={person.displayName}
        up={[{ href: '/people', label: text(texts.people) }]}
      />
      <RoleStrip />
      <PersonFacts newest={newest} person={person} />
      <div className={blocks['page']}>
        <div>
          {mayHelp && newest !== null && <WayBlock name={person.displayName} session={newest} />}
          <ChecksBlock person={person} />
          <SignInsBlock person={person} />
          <div className={blocks['half']}>
            <SessionsBlock mayEnd={mayAdminister} onEnd={() => setAct('sign-out')} sessions={sessions} />
            <FactorsBlock mayReset={mayAdminister} onReset={() => setAct('reset-factors')} person={person} />
          </div>
        </div>
        <aside aria-label={text(texts.about, { name: person.displayName })} className={blocks['aside']}>
          {mayHelp && <GiveAccess person={person} />}
          <AccessBlock mayEnd={mayHelp} person={person} />
          <ComputersBlock person={person} />
          <AboutBlock mayChange={mayAdminister} onChange={setAct} person={person} />
        </aside>
      </div>
      {act !== null && (
        <PersonAct
          act={act}
          onClose={() => setAct(null)}
          person={person}
          sessions={sessions.data?.sessions.length ?? 0}
        />
      )}
    </>
  );
}
