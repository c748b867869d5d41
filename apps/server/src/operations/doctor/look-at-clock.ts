import { type Finding, good, look, wrong } from './finding.ts';

const CHECK = 'Clock';
/** SAML and OpenID Connect take two minutes at the most; below this nothing is noticed. */
const NOTICED_MS = 30_000;
const BROKEN_MS = 120_000;

/** Another person's time, and how far ahead of it this computer is. */
export interface OtherClock {
  readonly name: string;
  readonly aheadMs: number;
}

/** @param date of an HTTP answer, whole seconds @param middle of sending and receiving, by this computer */
export function compareWithDate(name: string, date: string | undefined, middle: number): OtherClock | null {
  const time = Date.parse(date ?? '');
  // The header cuts off what is beyond the second.
  return Number.isNaN(time) ? null : { name, aheadMs: middle - (time + 500) };
}

/** Judges this computer's clock by those of others. One that disagrees with the rest may be the one that is wrong. */
export function lookAtClock(others: readonly OtherClock[]): Finding {
  if (others.length === 0) {
    return look(
      CHECK,
      'There was nothing to compare it with: no identity provider answered, and the database is on this computer.',
      'Look whether the time is kept: timedatectl status (it says "System clock synchronized: yes").',
    );
  }
  const names = others.map(({ name }) => name).join(', ');
  const worst = others.reduce((one, other) => (Math.abs(other.aheadMs) > Math.abs(one.aheadMs) ? other : one));
  const off = Math.abs(worst.aheadMs);
  if (off < NOTICED_MS) return good(CHECK, `Right to the second, compared with ${names}.`);
  const sentence = `The clock of this computer is ${amount(off)} ${worst.aheadMs > 0 ? 'ahead of' : 'behind'} ${worst.name}.`;
  const next =
    'Let the system keep the time: timedatectl set-ntp true. On a virtual machine, look at its host as well. Then start the server again.';
  const effect = ' Sign-ins are refused as too old or from the future, and codes of authenticator apps do not fit.';
  return off < BROKEN_MS ? look(CHECK, sentence, next) : wrong(CHECK, `${sentence}${effect}`, next);
}

function amount(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1000);
  return seconds < 120
    ? `${seconds} seconds`
    : seconds < 7200
      ? `${Math.round(seconds / 60)} minutes`
      : `${Math.round(seconds / 3600)} hours`;
}
