import type { ReadApplication } from '../repositories/companies.ts';

/** With so many, the memory begins again. */
const MAXIMUM = 10_000;

/**
 * Applications as requests have found them. What is known here may be over at any moment: it is taken for true by the
 * statement alone that looks whether it still is.
 */
export class KnownApplications {
  readonly #known = new Map<string, ReadApplication>();

  find(companyId: string, entityId: string): ReadApplication | null {
    return this.#known.get(keyOf(companyId, entityId)) ?? null;
  }

  keep(found: ReadApplication): void {
    if (this.#known.size >= MAXIMUM) this.#known.clear();
    this.#known.set(keyOf(found.application.companyId, found.application.entityId), found);
  }
}

const keyOf = (companyId: string, entityId: string) => `${companyId} ${entityId}`;
