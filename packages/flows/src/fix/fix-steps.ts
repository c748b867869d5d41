import type { CheckType, ClientSentence, FixActionType, FixOutcome, SessionData } from '@vestibule/contracts';
import { fromCall, fromMessage } from '../device-flow/step-result.ts';
import { getSessionData } from '../device-flow/steps.ts';
import type { Ports } from '../ports.ts';

export interface FixInput {
  readonly ports: Ports;
  /** Null where the page works without one: the client's own of this sign-in is taken, if it has one. */
  readonly session: SessionData | null;
  readonly signIn: string;
  readonly types: readonly FixActionType[];
}

// The page knows these two again like those of the client, without the whole list.
const NO_LEAVE =
  'The server gave no leave for this fix. The check may have changed: look again.' satisfies ClientSentence;
const NOTHING_SAID = 'Workplace did not say what became of this fix.' satisfies ClientSentence;

/**
 * Has the client repair checks: the server's leave first, then one message for the whole batch, so that the person is
 * asked once. Always answers one outcome per check; what went wrong is in its detail.
 */
export async function runFixes({ ports, session, signIn, types }: FixInput): Promise<readonly FixOutcome[]> {
  const all = (outcome: 'not-fixed' | 'not-possible', detail?: string): FixOutcome[] =>
    types.map((fixActionType) => ({ fixActionType, outcome, ...(detail === undefined ? {} : { detail }) }));
  const full = session ?? (await findSession(ports, signIn));
  if (full === null) return all('not-possible');
  const granted = fromCall(
    await ports.server.call('fixGrant', {
      body: { sessionId: full.sessionId, fixActionTypes: [...types] },
      token: full.token,
    }),
    true,
  );
  if (!granted.ok) {
    return all('not-fixed', NO_LEAVE);
  }
  const done = fromMessage(await ports.client.send('execute-fix-action', { grant: granted.value.grant }));
  if (done.ok) return types.map((type) => outcomeOf(type, done.value.outcomes));
  return all(
    'not-fixed',
    done.failure.kind === 'client' ? (done.failure.detail ?? done.failure.code) : done.failure.kind,
  );
}

/** What was asked for comes to something, whatever the client says of it: a fix that no one ends would begin again. */
function outcomeOf(fixActionType: FixActionType, outcomes: readonly FixOutcome[]): FixOutcome {
  const told = outcomes.find((outcome) => outcome.fixActionType === fixActionType);
  return told ?? { fixActionType, outcome: 'not-fixed', detail: NOTHING_SAID };
}

async function findSession(ports: Ports, signIn: string): Promise<SessionData | null> {
  const found = await getSessionData(ports, signIn);
  return found.ok ? found.value : null;
}

/** What a person's wish to repair checks leads to: at once, or a window first. */
export interface SortedFixes {
  /** Run by the client as they are. */
  readonly byClient: readonly FixActionType[];
  /** Installations: the licence agreement comes first. */
  readonly installations: readonly FixActionType[];
  readonly hasManagedDevice: boolean;
  readonly hasEncryption: boolean;
}

const INSTALLED: readonly FixActionType[] = ['FciAgentRunning', 'RmmAgent'];

/** ManagedDevice and DeviceEncrypted are not run as they are: windows handle them (specification, section 5). */
export function sortFixes(types: readonly CheckType[]): SortedFixes {
  const runnable = types.filter(isRunByClient);
  return {
    byClient: runnable.filter((type) => !INSTALLED.includes(type)),
    installations: runnable.filter((type) => INSTALLED.includes(type)),
    hasManagedDevice: types.includes('ManagedDevice'),
    hasEncryption: types.includes('DeviceEncrypted'),
  };
}

/** What a trial asks before it touches the computer that the person sits at. */
export type DemoConsent = 'change' | 'installation';

/** Which of the two is asked before these: an installation is no setting, and is undone by other means. */
export function demoConsentFor(types: readonly CheckType[]): DemoConsent {
  return sortFixes(types).installations.length === types.length ? 'installation' : 'change';
}

function isRunByClient(type: CheckType): type is FixActionType {
  return type !== 'ManagedDevice' && type !== 'DeviceEncrypted';
}
