import {
  type FixActionType,
  FIX_ACTION_TYPES,
  type MessageAnswer,
  type MessageRequest,
  type MessageType,
  OWN_LIMITS,
  PROTOCOL_VERSION,
  type PushEnvelope,
} from '@vestibule/contracts';
import type { ClientPort, MessageResult } from '@vestibule/flows';
import { NO_REPORT, PARAMETERS } from './synthetic-words.ts';
import type { VisitStore } from '../screens/try-out/visit.ts';

/** How long a fix takes on a synthetic laptop, in steps that a person sees. */
const FIX_STEPS = [0.2, 0.6, 0.9];
const FIX_STEP_MS = 500;

type Answers = {
  readonly [T in MessageType]?: (request: MessageRequest<T>) => MessageAnswer<T> | Promise<MessageAnswer<T>>;
};

/**
 * The client of a laptop that is not there. It holds no keys and signs nothing: what it answers goes to the synthetic
 * server in the same page, and would be refused by the real one.
 */
export function createSyntheticClient(visit: VisitStore): ClientPort {
  const listeners = new Set<(push: PushEnvelope) => void>();
  const push = (envelope: Omit<PushEnvelope, 'v'>) => {
    for (const listener of listeners) listener({ v: PROTOCOL_VERSION, ...envelope });
  };
  let laptop = visit.read().laptop;
  visit.subscribe(() => {
    if (visit.read().laptop === laptop) return;
    laptop = visit.read().laptop;
    push({ push: 'device-changed' });
  });

  async function fix(type: FixActionType): Promise<void> {
    for (const share of FIX_STEPS) {
      push({ push: 'fix-progress', payload: { fixActionType: type, share } });
      await later(FIX_STEP_MS);
    }
    visit.mend(type);
  }

  const answers: Answers = {
    'get-device-name': () => ({ id: PARAMETERS.deviceId, deviceName: '', clientVersion: PARAMETERS.clientVersion }),
    'get-extension-status': () => ({ status: 'ok' }),
    'devices-v2/get-session-data': () => ({ session: null }),
    'devices-v2/get-create-session-parameters': () => PARAMETERS,
    'devices-v2/set-session-data': () => ({}),
    'devices-v2/remove-session-data': () => ({}),
    'devices-v2/get-device-data': () => ({
      lookupId: PARAMETERS.deviceId,
      importantDataHash: JSON.stringify(visit.read().laptop),
      signedReport: NO_REPORT,
    }),
    'devices-v2/decrypt-permit': ({ encryptedPermit }) => ({ permit: encryptedPermit }),
    'devices-v2/get-restricted-session-config': () => ({ config: null }),
    'devices-v2/get-create-restricted-session-parameters': () => PARAMETERS,
    'devices-v2/set-restricted-session-data': () => ({}),
    'devices-v2/set-restricted-token': () => ({}),
    async 'execute-fix-action'({ grant }) {
      const types = FIX_ACTION_TYPES.filter((type) => grant.split(' ').includes(type));
      for (const type of types) await fix(type);
      return { outcomes: types.map((fixActionType) => ({ fixActionType, outcome: outcomeOf(fixActionType) })) };
    },
  };

  return {
    isExtensionPresent: () => visit.read().installed !== 'no-extension',
    async send<T extends MessageType>(type: T, request: MessageRequest<T>): Promise<MessageResult<MessageAnswer<T>>> {
      const answer: Answers[T] = answers[type];
      if (visit.read().installed !== 'all' || answer === undefined) {
        return { kind: 'failed', error: { code: 'host-missing', message: 'Workplace is not on this laptop.' } };
      }
      return { kind: 'answer', answer: await answer(request) };
    },
    subscribe(listener) {
      listeners.add(listener);
      const beat = () => {
        if (visit.read().installed === 'all') listener({ v: PROTOCOL_VERSION, push: 'heartbeat' });
      };
      beat();
      const timer = setInterval(beat, OWN_LIMITS.pushHeartbeatIntervalMs);
      return () => {
        clearInterval(timer);
        listeners.delete(listener);
      };
    },
  };
}

function later(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/** Its drive is not encrypted, which no fix changes: the settings are opened, and the next reading finds it done. */
function outcomeOf(type: FixActionType): 'fixed' | 'opened' {
  return type === 'DeviceEncrypted' ? 'opened' : 'fixed';
}
