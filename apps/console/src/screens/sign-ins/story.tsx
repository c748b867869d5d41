import { adminSignInCall } from '@vestibule/contracts';
import { isolated, useText } from '@vestibule/texts';
import { Button } from '@vestibule/ui';
import { useEffect, useEffectEvent, useId, useRef } from 'react';
import { Link } from 'wouter';
import { useAnswer } from '../../hooks/use-answer.ts';
import { addressOfComputer, addressOfPerson } from '../../parts/addresses.ts';
import { checkTexts } from '../../parts/checks/texts.ts';
import { CommandLine } from '../../parts/command.tsx';
import { LoadingRows, NotLoaded } from '../../parts/state.tsx';
import { useTimes } from '../../parts/use-times.ts';
import type { OneSignIn } from './one-sign-in.ts';
import { Outcome } from '../../parts/sign-ins/outcome.tsx';
import { wayTexts } from '../../parts/sign-ins/texts.ts';
import styles from './story.module.css';
import { StoryParts } from './story-parts.tsx';
import { StorySteps } from './story-steps.tsx';
import { nextTexts, signInsTexts, storyTexts as texts } from './texts.ts';
import { useSeconds } from './use-seconds.ts';

const EVERY_MS = 10_000;

export interface StoryProps {
  readonly id: string;
  readonly onClose: () => void;
}

/** What happened in one sign-in, and what to do next. Focus goes to its heading, and back to the row. */
export function Story({ id, onClose }: StoryProps) {
  const text = useText();
  const headingId = useId();
  const story = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const answer = useAnswer(adminSignInCall, { parameters: { id } }, { everyMs: EVERY_MS });
  const data = answer.data?.id === id ? answer.data : undefined;
  useEffect(() => {
    heading.current?.focus();
    return () => document.querySelector<HTMLElement>(`#sign-in-${id}`)?.focus();
  }, [id]);
  const close = useEffectEvent(onClose);
  useEffect(() => {
    const look = ({ key, target }: KeyboardEvent) => {
      if (key === 'Escape' && target instanceof Node && story.current?.contains(target) === true) close();
    };
    document.addEventListener('keydown', look);
    return () => document.removeEventListener('keydown', look);
  }, []);
  return (
    <aside aria-labelledby={headingId} className={styles['story']} ref={story}>
      <div className={styles['head']}>
        <h2 id={headingId} ref={heading} tabIndex={-1}>
          {data === undefined
            ? text(texts.steps)
            : text(texts.title, {
                person: isolated(data.person?.displayName ?? text(texts.unknownPerson)),
                application: isolated(data.application?.name ?? text(signInsTexts.removed)),
              })}
        </h2>
        <Button icon="close" kind="quiet" label={text(texts.close)} onPress={onClose} />
      </div>
      {data === undefined &&
        (answer.error === null ? (
          <LoadingRows count={4} />
        ) : (
          <NotLoaded onTryAgain={() => void answer.refetch()} problem={answer.error.problem} />
        ))}
      {data !== undefined && <Told signIn={data} />}
    </aside>
  );
}

function Told({ signIn }: { readonly signIn: OneSignIn }) {
  const text = useText();
  const times = useTimes();
  const seconds = useSeconds();
  const { id, at, device, person, outcome, steps, milliseconds, unblockedMs, correlationId, tookMs } = signIn;
  const computer = device?.label ?? device?.name;
  const when = [
    times.whole(at),
    ...(computer === undefined ? [] : [isolated(computer)]),
    ...(tookMs === null ? [] : [seconds(tookMs)]),
  ];
  return (
    <>
      <p className={styles['when']}>{when.join(' · ')}</p>
      <p className={styles['outcome']}>
        <Outcome outcome={outcome} />
      </p>
      <Facts signIn={signIn} />
      <section className={styles['next']}>
        <h3>{text(texts.next)}</h3>
        <p>{text(nextTexts[outcome])}</p>
      </section>
      <StoryParts milliseconds={milliseconds} />
      <StorySteps at={at} steps={steps} />
      {unblockedMs !== null && (
        <p className={styles['when']}>{text(texts.unblocked, { time: seconds(unblockedMs) })}</p>
      )}
      <p className={styles['links']}>
        {person !== null && (
          <>
            <Link href={addressOfPerson(person.id)}>{text(texts.openPerson)}</Link>
            <Link href={`/sign-ins?person=${person.id}`}>{text(texts.allOfPerson)}</Link>
          </>
        )}
        {device !== null && <Link href={addressOfComputer(device.id)}>{text(texts.openComputer)}</Link>}
      </p>
      <CommandLine command={`vestibule sign-in show ${id}`} />
      {correlationId !== '' && (
        <p className={styles['when']}>
          <code>{text(texts.request, { id: correlationId })}</code>
        </p>
      )}
    </>
  );
}

/** What stopped them, what was fixed, and what led around the gate with its reason. */
function Facts({ signIn }: { readonly signIn: OneSignIn }) {
  const text = useText();
  const { stoppedBy, fixed, refusal, ways, reason, givenBy } = signIn;
  const names = (checks: typeof stoppedBy) => checks.map((check) => text(checkTexts[check])).join(', ');
  const around = ways.map((way) => text(wayTexts[way])).join(', ');
  const given = { way: around, givenBy: isolated(givenBy ?? ''), reason: isolated(reason ?? '') };
  const facts = [
    { name: texts.stoppedBy, value: names(stoppedBy) },
    { name: texts.fixedChecks, value: names(fixed) },
    { name: texts.around, value: reason === null ? around : text(texts.by, given) },
    { name: texts.refusal, value: refusal ?? '' },
  ].filter(({ value }) => value !== '');
  if (facts.length === 0) return null;
  return (
    <dl className={styles['facts']}>
      {facts.map(({ name, value }) => (
        <div key={name.id}>
          <dt>{text(name)}</dt>
          <dd>
            <bdi>{value}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  );
}
