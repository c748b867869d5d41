import { useText } from '@vestibule/texts';
import { Button } from '@vestibule/ui';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Link } from 'wouter';
import { isAtLeast, useMe } from '../../hooks/me-context.ts';
import { addressOfComputer, addressOfPerson } from '../../parts/addresses.ts';
import { Moment } from '../../parts/moment.tsx';
import { useTimes } from '../../parts/use-times.ts';
import { DeviceVerdict } from '../../parts/verdict-cell.tsx';
import { type AccessAct, AccessActs } from './acts-on-access.tsx';
import { type Act, ComputerAct } from '../computer/acts.tsx';
import { answerTexts, waitingTexts as texts } from './texts.ts';
import type { Deadline, Waiting } from './use-waiting.ts';
import { nameIn, useWords } from './waiting-items.tsx';
import styles from './waiting.module.css';
import { partTexts } from '../../parts/texts.ts';

export interface DetailProps {
  /** Undefined: it is answered, or was never there. */
  readonly item: Waiting | undefined;
  /** By the person, not by the page. */
  readonly wasChosen: boolean;
  readonly onClose: () => void;
}

/** Everything that is needed to answer one of them. */
export function Detail({ item, wasChosen, onClose }: DetailProps) {
  const text = useText();
  const headingId = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const id = item?.id;
  useEffect(() => {
    if (wasChosen && id !== undefined) heading.current?.focus();
  }, [wasChosen, id]);
  function close() {
    onClose();
    if (id !== undefined) document.querySelector<HTMLElement>(`#waiting-${id}`)?.focus();
  }
  return (
    <aside aria-labelledby={headingId} className={styles['aside']}>
      <div className={styles['close']}>
        <Button icon="close" kind="quiet" label={text(partTexts.close)} onPress={close} />
      </div>
      <h2 id={headingId} ref={heading} tabIndex={-1}>
        {item === undefined ? text(texts.title) : <Title item={item} />}
      </h2>
      {item === undefined && <p>{text(texts.gone)}</p>}
      {item?.kind === 'computers' && <ComputerDetail item={item} />}
      {item?.kind === 'access' && <AccessDetail item={item} />}
      {item?.kind === 'second' && <SecondDetail item={item} />}
      {item?.kind === 'deadlines' && <DeadlineDetail deadline={item.deadline} />}
    </aside>
  );
}

function Title({ item }: { readonly item: Waiting }) {
  return <bdi>{useWords(item).title}</bdi>;
}

function ComputerDetail({ item }: { readonly item: Waiting & { readonly kind: 'computers' } }) {
  const text = useText();
  const { role, approvesComputers } = useMe();
  const [act, setAct] = useState<Act | null>(null);
  const { device } = item;
  const mayAdminister = isAtLeast(role, 'administrator');
  return (
    <>
      {device.isSecondKey && <p className={styles['warning']}>{text(texts.anotherKey)}</p>}
      <dl className={styles['facts']}>
        <PersonFact who={device} />
        <Fact name={text(texts.computer)}>
          <Link href={addressOfComputer(device.id)}>
            <bdi>{device.label ?? device.name}</bdi>
          </Link>
        </Fact>
        <Fact hint={text(texts.compareHint)} name={text(texts.compare)}>
          <code>{device.deviceId}</code>
        </Fact>
        <Fact name={text(texts.system)}>{device.systemVersion ?? device.operatingSystem}</Fact>
        {device.clientVersion !== null && <Fact name={text(texts.client)}>{device.clientVersion}</Fact>}
        <Fact name={text(texts.verdict)}>
          <DeviceVerdict device={device} />
        </Fact>
        <Fact name={text(texts.since)}>
          <Moment at={device.createdAt} />
        </Fact>
      </dl>
      {approvesComputers && (
        <div className={styles['acts']}>
          <Button kind="primary" onPress={() => setAct('approve')}>
            {text(answerTexts.approve)}…
          </Button>
          {mayAdminister && (
            <>
              <Button onPress={() => setAct('block')}>{text(answerTexts.block)}…</Button>
              <Button kind="quiet" onPress={() => setAct('retire')}>
                {text(answerTexts.retire)}…
              </Button>
            </>
          )}
        </div>
      )}
      {act !== null && <ComputerAct act={act} computer={device} onClose={() => setAct(null)} />}
    </>
  );
}

function AccessDetail({ item: { request } }: { readonly item: Waiting & { readonly kind: 'access' } }) {
  const text = useText();
  const times = useTimes();
  const { role } = useMe();
  const [act, setAct] = useState<AccessAct | null>(null);
  return (
    <>
      <p className={styles['quote']}>
        <bdi>“{request.reason}”</bdi>
      </p>
      <dl className={styles['facts']}>
        <PersonFact who={request} />
        <Fact name={text(texts.application)}>
          <bdi>{request.applicationName ?? text(texts.everyApplication)}</bdi>
        </Fact>
        <Fact name={text(texts.asked)}>
          <Moment at={request.createdAt} />
        </Fact>
        <Fact hint={text(texts.endsHint)} name={text(texts.ends)}>
          {times.whole(request.endsAt)}
        </Fact>
      </dl>
      {isAtLeast(role, 'support') && (
        <div className={styles['acts']}>
          <Button kind="primary" onPress={() => setAct('give')}>
            {text(answerTexts.give)}…
          </Button>
          <Button onPress={() => setAct('refuse')}>{text(answerTexts.refuse)}…</Button>
        </div>
      )}
      {act !== null && <AccessActs act={act} onClose={() => setAct(null)} request={request} />}
    </>
  );
}

function SecondDetail({ item: { grant } }: { readonly item: Waiting & { readonly kind: 'second' } }) {
  const text = useText();
  const times = useTimes();
  const { role } = useMe();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <p className={styles['quote']}>
        <bdi>“{grant.reason}”</bdi>
      </p>
      <dl className={styles['facts']}>
        <PersonFact who={grant} />
        <Fact name={text(texts.application)}>
          <bdi>{grant.applicationName ?? text(texts.everyApplication)}</bdi>
        </Fact>
        <Fact name={text(texts.given)}>
          <bdi>{grant.grantedBy}</bdi>
        </Fact>
        <Fact name={text(texts.since)}>
          <Moment at={grant.createdAt} />
        </Fact>
        <Fact name={text(texts.until)}>{times.whole(grant.expiresAt)}</Fact>
      </dl>
      {isAtLeast(role, 'administrator') && (
        <div className={styles['acts']}>
          <Button kind="primary" onPress={() => setIsOpen(true)}>
            {text(answerTexts.second)}…
          </Button>
        </div>
      )}
      {isOpen && <AccessActs act="second" onClose={() => setIsOpen(false)} request={grant} />}
    </>
  );
}

/** Answered by the people themselves, who fix it before; or by another date. */
function DeadlineDetail({ deadline: { checkType, at, computers, people } }: { readonly deadline: Deadline }) {
  const text = useText();
  const times = useTimes();
  return (
    <>
      <dl className={styles['facts']}>
        <Fact name={text(texts.from)}>{times.whole(at)}</Fact>
        <Fact hint={text(texts.ofPeople, { count: people })} name={text(texts.stopped)}>
          <Link href={`/computers?deadline=${checkType}`}>{text(texts.countComputers, { count: computers })}</Link>
        </Fact>
        <Fact name={text(texts.whatElse)}>{text(texts.whatElseText)}</Fact>
      </dl>
      <p>
        <Link href={`/policy?check=${checkType}`}>{text(texts.openPolicy)}</Link>
      </p>
    </>
  );
}

interface WhoProps {
  readonly who: { readonly personId: string; readonly displayName: string | null; readonly login: string | null };
}

function PersonFact({ who }: WhoProps) {
  const text = useText();
  return (
    <Fact name={text(texts.person)} {...(who.login !== null && { hint: who.login })}>
      <Link href={addressOfPerson(who.personId)}>
        <bdi>{nameIn(who)}</bdi>
      </Link>
    </Fact>
  );
}

interface FactProps {
  readonly name: string;
  readonly hint?: string;
  readonly children: ReactNode;
}

function Fact({ name, hint, children }: FactProps) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {children}
        {hint !== undefined && <bdi className={styles['detail']}>{hint}</bdi>}
      </dd>
    </div>
  );
}
