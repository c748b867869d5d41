import { adminDevicesCall } from '@vestibule/contracts';
import { useText } from '@vestibule/texts';
import { Link } from 'wouter';
import { useAnswer } from '../../hooks/use-answer.ts';
import { addressOfComputer } from '../../parts/addresses.ts';
import { Block } from '../../parts/block.tsx';
import blocks from '../../parts/blocks.module.css';
import { Mark } from '../../parts/icons.tsx';
import { shownName } from '../../parts/shown-name.ts';
import { LoadingRows, NotLoaded } from '../../parts/state.tsx';
import { useTimes } from '../../parts/use-times.ts';
import { deviceTexts, personTexts as texts } from './texts.ts';
import type { Person } from './use-person.ts';

/** The computers that are theirs, the one seen last first. */
export function ComputersBlock({ person }: { readonly person: Person }) {
  const text = useText();
  const times = useTimes();
  const devices = useAnswer(adminDevicesCall, { query: { personId: person.id } });
  const all = devices.data?.devices;
  return (
    <Block title={text(texts.computers)} {...(devices.data !== undefined && { count: devices.data.total })}>
      {all === undefined &&
        (devices.error === null ? (
          <LoadingRows count={1} />
        ) : (
          <NotLoaded onTryAgain={() => void devices.refetch()} problem={devices.error.problem} />
        ))}
      {all?.length === 0 && <p className={blocks['hint']}>{text(texts.noComputers)}</p>}
      <ul className={blocks['items']}>
        {all?.map(({ id, label, name, state, operatingSystem, systemVersion, lastSeenAt }) => (
          <li key={id}>
            <Mark name="computers" />
            <span>
              <b>
                <Link href={addressOfComputer(id)}>
                  <bdi>{shownName({ id, label, name })}</bdi>
                </Link>
              </b>
              <span>
                {[
                  text(deviceTexts[state]),
                  systemVersion ?? operatingSystem,
                  lastSeenAt !== null && times.short(lastSeenAt),
                ]
                  .filter(Boolean)
                  .join(', ')}
              </span>
            </span>
          </li>
        ))}
      </ul>
    </Block>
  );
}
