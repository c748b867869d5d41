import type { ShownLifecycle } from '@vestibule/contracts';
import { type Finding, good, look, wrong } from './finding.ts';

export type LifecycleLook = Pick<ShownLifecycle, 'version' | 'asOf' | 'tooOldFrom' | 'warnings'>;

const CHECK = 'Ends of support';

/** How old the data is that says which systems still get updates. Too old, it proves nothing: what comes of it says the policy. */
export function lookAtLifecycle({ version, asOf, tooOldFrom, warnings }: LifecycleLook, now: Date): Finding {
  const sentence = `Version ${version} of ${asOf} is good until ${tooOldFrom}.`;
  const [first, ...others] = warnings;
  if (first === undefined) return good(CHECK, sentence);
  const tell = now.toISOString().slice(0, 10) >= tooOldFrom ? wrong : look;
  return tell(CHECK, [first, ...others].join(' '), 'vestibule lifecycle show, then vestibule lifecycle update --help');
}
