import { OWN_LIMITS, type TryOut } from '@vestibule/contracts';
import type { EventsPort, MemoryPort, PagePort, Ports, Remembered, RememberedName, ServerPort } from '@vestibule/flows';
import { createPagePort } from '../adapters/page.ts';
import type { TryOutCalls } from './ask-try-out.ts';
import { createSyntheticClient } from './synthetic-client.ts';
import { createSyntheticServer } from './synthetic-server.ts';
import { SYNTHETIC_ID } from './synthetic-words.ts';
import type { VisitStore } from '../screens/try-out/visit.ts';

export interface SyntheticParts {
  readonly visit: VisitStore;
  readonly tryOut: TryOut;
  readonly calls: TryOutCalls;
  readonly goTo: PagePort['goTo'];
  /** For what the server tells anybody. */
  readonly server: ServerPort;
  /** Of this browser: which of its pages were loaded again is looked at and kept, and nothing else. */
  readonly memory: MemoryPort;
}

/** Everything the portal does to the world, done to a laptop that is not there. */
export function createSyntheticPorts({ visit, tryOut, calls, goTo, server, memory }: SyntheticParts): Ports {
  return {
    server: createSyntheticServer(visit, tryOut, calls, server),
    client: createSyntheticClient(visit),
    page: createSyntheticPage(visit, goTo),
    events: heartbeats,
    log: { write: () => undefined },
    memory: createSyntheticMemory(visit, memory),
  };
}

/** Ways out of the portal end here: the form is not posted, and no other page of the site is opened. */
function createSyntheticPage(visit: VisitStore, goTo: PagePort['goTo']): PagePort {
  return {
    ...createPagePort(goTo),
    submitForm: () => visit.end({ kind: 'at-work' }),
    leaveFor: (path) => visit.end({ kind: 'elsewhere', path }),
    download: () => undefined,
  };
}

/** Push that works and has nothing to say: the laptop itself tells when something changes. */
const heartbeats: EventsPort = {
  listen(_address, hear) {
    hear({ said: 'connected' });
    const timer = setInterval(() => hear({ said: 'heartbeat' }), OWN_LIMITS.pushHeartbeatIntervalMs);
    return () => clearInterval(timer);
  },
};

/** Forgets with every visit; what is the browser's own is written into it. */
function createSyntheticMemory(visit: VisitStore, real: MemoryPort): MemoryPort {
  let kept = firstMemory();
  let { number } = visit.read();
  visit.subscribe(() => {
    if (visit.read().number === number) return;
    ({ number } = visit.read());
    kept = firstMemory();
  });
  return {
    read: (name) => (OF_BROWSER.includes(name) ? real.read(name) : (kept[name] ?? null)),
    write(name, value) {
      if (OF_BROWSER.includes(name)) real.write(name, value);
      else kept = { ...kept, [name]: value };
    },
    forget(name) {
      const { [name]: _forgotten, ...others } = kept;
      kept = others;
    },
  };
}

/** That a page was loaded once more for want of a script: without that it would be for ever. */
const OF_BROWSER: readonly RememberedName[] = ['reloadedPages'];

type Kept = { readonly [N in RememberedName]?: Remembered[N] };

function firstMemory(): Kept {
  return {
    pageInfo: { loginMarker: SYNTHETIC_ID, startUrl: null, applicationName: '', mode: 'frontline' },
  };
}
