import type { CheckType, SyntheticLaptop } from '@vestibule/contracts';

/** What is installed on the laptop. */
export const INSTALLED = ['all', 'no-client', 'no-extension'] as const;
export type Installed = (typeof INSTALLED)[number];

/** Where a visit ended: at work, or on another page that a real person would see now. */
export type Ending = { readonly kind: 'at-work' } | { readonly kind: 'elsewhere'; readonly path: string };

export interface Visit {
  readonly laptop: SyntheticLaptop;
  readonly installed: Installed;
  readonly ending: Ending | null;
  /** The server no longer knows the try-out. */
  readonly isOver: boolean;
  /** Rises with every visit: the person comes again. */
  readonly number: number;
}

/** The laptop, and how far its person has come. One for the page; what is shown and what is asked reads it here. */
export interface VisitStore {
  readonly read: () => Visit;
  /** @returns ends the subscription */
  readonly subscribe: (listener: () => void) => () => void;
  readonly changeLaptop: (laptop: SyntheticLaptop) => void;
  readonly install: (installed: Installed) => void;
  /** What a fix does: the check is good from then on. */
  readonly mend: (type: CheckType) => void;
  readonly end: (ending: Ending) => void;
  readonly comeAnew: () => void;
  readonly close: () => void;
}

/** What stays over a page that is loaded again. */
export type KeptLaptop = Pick<Visit, 'laptop' | 'installed'>;

/** Keeps the laptop of this tab, with what is installed on it. */
export interface LaptopKeeper {
  read(): KeptLaptop | null;
  write(kept: KeptLaptop): void;
}

const NEW_LAPTOP: SyntheticLaptop = { system: 'windows', bad: [], unread: [] };

/** @param enter opens the first page: called whenever the person comes again */
export function createVisit(enter: () => void, keeper: LaptopKeeper): VisitStore {
  const listeners = new Set<() => void>();
  let visit: Visit = {
    ...(keeper.read() ?? { laptop: NEW_LAPTOP, installed: 'all' }),
    ending: null,
    isOver: false,
    number: 1,
  };

  function write(changes: Partial<Visit>): void {
    visit = { ...visit, ...changes };
    keeper.write({ laptop: visit.laptop, installed: visit.installed });
    for (const listener of listeners) listener();
  }

  function comeAnew(changes: Partial<Visit> = {}): void {
    enter();
    write({ ...changes, ending: null, number: visit.number + 1 });
  }

  return {
    read: () => visit,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    changeLaptop(laptop) {
      // Another system is another laptop; and who is at work already comes again with this one.
      const isAnother = laptop.system !== visit.laptop.system || visit.ending !== null;
      if (isAnother) comeAnew({ laptop });
      else write({ laptop });
    },
    install: (installed) => comeAnew({ installed }),
    mend(type) {
      const { laptop } = visit;
      write({ laptop: { ...laptop, bad: laptop.bad.filter((one) => one !== type) } });
    },
    end: (ending) => write({ ending }),
    comeAnew: () => comeAnew(),
    close: () => write({ isOver: true }),
  };
}
