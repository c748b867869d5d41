import { adminDevicesCall } from '@vestibule/contracts';
import { useText } from '@vestibule/texts';
import { Link } from 'wouter';
import { useAnswer } from '../../hooks/use-answer.ts';
import { addressOfComputer } from '../../parts/addresses.ts';
import { Block } from '../../parts/block.tsx';
import blocks from '../../parts/blocks.module.css';
import { shownName } from '../../parts/shown-name.ts';
import { StandingIcon } from '../../parts/standing.tsx';
import { LoadingRows, NotLoaded } from '../../parts/state.tsx';
import { useDeviceVerdict } from '../../parts/verdict-cell.tsx';
import { useTimes } from '../../parts/use-times.ts';
import { deviceTexts, personTexts as texts } from './texts.ts';
import type { Person } from './use-person.ts';

/** The computers that are theirs, the one seen last first. */
export function ComputersBlock({ person }: { readonly person: Person }) {
  const text = useText();
  const times = useTimes();
  const verdictOf = useDeviceVerdict();
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
        {all?.map((device) => (
          <li key={device.id}>
            <StandingIcon icon={verdictOf(device).icon} />
            <span>
              <b>
                <Link href={addressOfComputer(device.id)}>
                  <bdi>{shownName(device)}</bdi>
                </Link>
              </b>
              <span>
                {[
                  verdictOf(device).said,
                  (device.state === 'waiting' || device.state === 'blocked') && text(deviceTexts[device.state]),
                  device.systemVersion ?? device.operatingSystem,
                  device.lastSeenAt !== null && times.short(device.lastSeenAt),
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
