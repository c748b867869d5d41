import type { ListedDevice, VerdictName } from '@vestibule/contracts';
import { useText } from '@vestibule/texts';
import { Standing, type StandingProps } from './standing.tsx';
import { verdictTexts as texts } from './texts.ts';

const PLAIN = {
  passed: { icon: 'passed', said: texts.passed },
  'in-grace': { icon: 'recommended', said: texts.inGrace },
  'not-checked': { icon: 'unknown', said: texts.notChecked },
  stopped: { icon: 'required', said: texts.stopped },
  'never-reported': { icon: 'waiting', said: texts.neverReported },
  retired: { icon: 'waiting', said: texts.retired },
} as const satisfies { readonly [verdict in VerdictName]: object };

/** Where the gate only reports, no one is kept out. */
const WOULD_BE = { icon: 'recommended', said: texts.wouldBeStopped } as const;

export interface PersonVerdictProps {
  readonly verdict: VerdictName;
  readonly isEnforced: boolean;
  readonly devices: number;
}

/** What a person’s computers come to. */
export function PersonVerdict({ verdict, isEnforced, devices }: PersonVerdictProps) {
  const text = useText();
  if (devices === 0 && verdict === 'never-reported')
    return <Standing icon="waiting">{text(texts.noComputer)}</Standing>;
  if (verdict === 'retired') return <Standing icon="waiting">{text(texts.allRetired)}</Standing>;
  const { icon, said } = verdict === 'stopped' && !isEnforced ? WOULD_BE : PLAIN[verdict];
  return <Standing icon={icon}>{text(said)}</Standing>;
}

/** What the policy says of a computer, and by how many checks it is kept out: a shape and words. */
export function useDeviceVerdict(): (device: ListedDevice) => {
  readonly icon: StandingProps['icon'];
  readonly said: string;
} {
  const text = useText();
  return ({ verdict, isEnforced, failing, unknown }) => {
    const count = [...failing, ...unknown].filter(({ holds }) => holds === 'stops').length;
    if (verdict === 'stopped' && isEnforced && count > 0)
      return { icon: 'required', said: text(texts.stoppedBy, { count }) };
    const { icon, said } = verdict === 'stopped' && !isEnforced ? WOULD_BE : PLAIN[verdict];
    return { icon, said: text(said) };
  };
}

/** The same where it stands by itself. */
export function DeviceVerdict({ device }: { readonly device: ListedDevice }) {
  const { icon, said } = useDeviceVerdict()(device);
  return <Standing icon={icon}>{said}</Standing>;
}
