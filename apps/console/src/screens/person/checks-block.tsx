import { adminDeviceCall, adminDevicesCall, type SecurityCheck } from '@vestibule/contracts';
import { useText } from '@vestibule/texts';
import { Link } from 'wouter';
import { useAnswer } from '../../hooks/use-answer.ts';
import { addressOfComputer } from '../../parts/addresses.ts';
import { Block } from '../../parts/block.tsx';
import blocks from '../../parts/blocks.module.css';
import { byWeight, iconOfCheck } from '../../parts/checks/check-icon.ts';
import { Moment } from '../../parts/moment.tsx';
import { shownName } from '../../parts/shown-name.ts';
import { StandingIcon } from '../../parts/standing.tsx';
import { LoadingRows, NotLoaded } from '../../parts/state.tsx';
import { useTimes } from '../../parts/use-times.ts';
import { checksTexts as texts } from './texts.ts';
import type { Person } from './use-person.ts';

/** What the computer they used last does not pass: what keeps them out, in words for the phone. */
export function ChecksBlock({ person }: { readonly person: Person }) {
  const { data } = useAnswer(adminDevicesCall, { query: { personId: person.id } });
  const used = data?.devices.find(({ state }) => state !== 'retired');
  return used === undefined ? null : <ChecksOf id={used.id} key={used.id} name={shownName(used)} />;
}

function ChecksOf({ id, name }: { readonly id: string; readonly name: string }) {
  const text = useText();
  const computer = useAnswer(adminDeviceCall, { parameters: { id } });
  const checks = computer.data?.checks;
  const open = checks?.filter(({ state }) => state !== 'passed').toSorted(byWeight);
  return (
    <Block
      actions={<Link href={addressOfComputer(id)}>{text(texts.openComputer)}</Link>}
      title={text(texts.title, { name })}
    >
      {checks === undefined &&
        (computer.error === null ? (
          <LoadingRows count={2} />
        ) : (
          <NotLoaded onTryAgain={() => void computer.refetch()} problem={computer.error.problem} />
        ))}
      {open?.length === 0 && (
        <p className={blocks['hint']}>{text(checks?.length === 0 ? texts.noReport : texts.allPassed)}</p>
      )}
      <ul className={blocks['items']}>
        {open?.map((check) => (
          <OpenCheck check={check} key={check.checkType} since={check.since} />
        ))}
      </ul>
    </Block>
  );
}

function OpenCheck({ check, since }: { readonly check: SecurityCheck; readonly since: string | null }) {
  const { checkMessage, evidence } = check;
  const weight = useWeight(check);
  return (
    <li>
      <StandingIcon icon={iconOfCheck(check)} />
      <span>
        <b>{checkMessage}</b>
        <span>
          {weight}
          {evidence !== undefined && (
            <>
              {' · '}
              <bdi>{evidence.found}</bdi>
            </>
          )}
        </span>
      </span>
      <span className={blocks['hint']}>{since !== null && <Moment at={since} />}</span>
    </li>
  );
}

/** What the policy wants of it. */
function useWeight({ state, isRequired, isSigninStopper, deadline, blocksWhileUnknown }: SecurityCheck): string {
  const text = useText();
  const times = useTimes();
  if (state === 'unknown' && blocksWhileUnknown !== true) return text(texts.unknown);
  if (isSigninStopper) return text(texts.stopper);
  if (deadline !== undefined) return text(texts.deadline, { day: times.day(deadline) });
  return text(isRequired ? texts.required : texts.recommended);
}
