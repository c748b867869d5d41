import type { FastifyRequest } from 'fastify';
import { type CountedBrowser } from '../frame/visit-mark.ts';
import { addressKey, networksOf } from '../../operations/counting/address-keys.ts';
import type { CallLimits } from './call-limits.ts';
import { foreignOriginOf } from './request-signs.ts';
import { SharedCounters } from '../../operations/counting/shared-counters.ts';
import { findSiblings, type Siblings } from '../../operations/counting/siblings.ts';
import { WindowCounters } from '../../operations/counting/window-counters.ts';

/** How a route is counted. */
export type LimitKind = 'sign-in' | 'page' | 'endpoint' | 'agent' | 'open' | 'other';

export interface Counted {
  readonly kind: LimitKind;
  /** Each call and each page is counted by itself. */
  readonly route: string;
  readonly browser: CountedBrowser | null;
  /** A digest of what was shown as a credential; null: nothing was. */
  readonly credential: string | null;
  /** A page of another site has a browser ask this, and is none of the company's own. */
  readonly isForeign: boolean;
  /** What is shown stands in the address and opens something once. */
  readonly isOneTime: boolean;
}

/** One count that a request goes into, and how high it may be. */
interface Share {
  readonly key: string;
  readonly limit: number;
  readonly counters: WindowCounters;
}

/** A credential goes on for so long since it last opened something, whatever others at its address do. */
const LATELY_MS = 24 * 3_600_000;

/** Who asked how often. A request that is over one limit is counted by none: it takes nothing from others. */
export class CallCounts {
  readonly #limits: CallLimits;
  readonly #minute: WindowCounters;
  readonly #hour: WindowCounters;
  /** Accounts of installed clients by themselves: no number of sessions and tokens pushes them out. */
  readonly #lately: Readonly<Record<'agent' | 'open', WindowCounters>>;
  /** Refused sign-ins of each browser that the gate knows. */
  readonly #failedOfBrowser: WindowCounters;
  /** Refused sign-ins and wrong credentials of addresses: what guards secrets is counted by all processes together. */
  readonly #wrongOfAddress: WindowCounters;
  readonly #takenFor = new WeakMap<FastifyRequest, readonly Share[]>();

  constructor(
    limits: CallLimits,
    elapsedMs: () => number = () => performance.now(),
    siblings: Siblings = findSiblings(),
  ) {
    this.#limits = limits;
    this.#minute = new WindowCounters(elapsedMs);
    this.#hour = new WindowCounters(elapsedMs, 3_600_000);
    this.#failedOfBrowser = new SharedCounters('failed of browser', elapsedMs, 3_600_000, siblings);
    this.#wrongOfAddress = new SharedCounters('wrong of address', elapsedMs, undefined, siblings);
    const lately = () => new WindowCounters(elapsedMs, LATELY_MS);
    this.#lately = { agent: lately(), open: lately() };
  }

  /** Counts a request. @returns false when it has to wait */
  take(request: FastifyRequest, counted: Counted): boolean {
    const shares = this.#sharesOf(request, counted);
    if (this.#isOver(shares) || this.#isHeldBack(request, counted)) return false;
    this.#addAll(shares);
    this.#takenFor.set(request, shares);
    return true;
  }

  /** What became of a request that was counted. */
  answered(request: FastifyRequest, counted: Counted, status: number, isProven: boolean): void {
    const shares = this.#takenFor.get(request);
    if (shares === undefined) return;
    const { kind, credential } = counted;
    if (credential !== null) return this.#answeredToCredential(request, counted, credential, isProven);
    if (status === 400 || status === 413 || status === 415) return this.#passOver(request, shares);
    const isRefused = status >= 400 && status < 500 && status !== 429;
    if (isRefused && kind === 'sign-in') this.#signInFailed(request, counted);
  }

  /** A browser that the gate knows has some failures of its own; past them they are its address's. */
  #signInFailed(request: FastifyRequest, { browser }: Counted): void {
    if (browser !== null && this.#speaksForSignIn(browser)) this.#failedOfBrowser.add(browser.id);
    else this.#addAll(this.#failed(request));
  }

  #failed(request: FastifyRequest): readonly Share[] {
    return this.#inNetworks(request, 'failed', this.#limits.failedSignIns, this.#wrongOfAddress);
  }

  /** Whether a browser's mark sets it apart from its address: only its own failures take that from it. */
  #speaksForSignIn({ id, isKnown }: CountedBrowser): boolean {
    return isKnown && this.#failedOfBrowser.read(id) < this.#limits.failedOfBrowser;
  }

  #answeredToCredential(request: FastifyRequest, counted: Counted, credential: string, isProven: boolean): void {
    if (isProven) this.#provenLately(counted)?.renew(credential);
    else if (counted.browser?.isKnown !== true) this.#addAll(this.#wrong(request, counted));
  }

  /** Where credentials like this one are remembered that opened something; null: it opens nothing a second time. */
  #provenLately({ kind, isOneTime }: Counted): WindowCounters | null {
    return isOneTime ? null : this.#lately[kind === 'agent' ? 'agent' : 'open'];
  }

  /**
   * Where wrong credentials like this one are counted. Pages of other sites have a count of their own, so that none
   * uses up what an office may get wrong; so has each call with one-time addresses, which no one can have proven before.
   */
  #wrong(request: FastifyRequest, { route, isForeign, isOneTime }: Counted): readonly Share[] {
    if (isForeign)
      return this.#inNetworks(request, 'foreign wrong', this.#limits.wrongCredentials, this.#wrongOfAddress);
    if (isOneTime) return this.#inNetworks(request, `wrong ${route}`, this.#limits.open, this.#wrongOfAddress);
    return this.#inNetworks(request, 'wrong', this.#limits.wrongCredentials, this.#wrongOfAddress);
  }

  #sharesOf(request: FastifyRequest, { kind, route, browser, credential, isForeign }: Counted): readonly Share[] {
    const limits = this.#limits;
    if (kind === 'other') return this.#inNetworks(request, 'other', limits.others);
    if (browser?.isKnown === true) {
      const limit = kind === 'open' && credential !== null ? limits.browserInSession : limits.browser;
      return [{ key: `${route} browser ${browser.id}`, limit, counters: this.#minute }];
    }
    switch (kind) {
      case 'sign-in':
        return [...this.#inNetworks(request, route, limits.signIns), ...this.#inHour(request, route)];
      case 'page':
      case 'endpoint': {
        const origin = foreignOriginOf(request);
        const address = addressKey(request.ip);
        return [
          ...this.#inNetworks(request, route, limits.pages),
          ...this.#inHour(request, route),
          ...(browser === null
            ? []
            : [{ key: `${route} browser ${browser.id}`, limit: limits.browser, counters: this.#minute }]),
          ...(origin === null
            ? []
            : [{ key: `${route} ${address} ${origin}`, limit: limits.pagesOfOrigin, counters: this.#minute }]),
        ];
      }
      case 'agent':
        return [
          { key: `${route} ${addressKey(request.ip)} ${credential}`, limit: limits.agent, counters: this.#minute },
        ];
      case 'open':
        return credential === null
          ? this.#inNetworks(request, isForeign ? `foreign ${route}` : route, limits.open)
          : [];
      default:
        return kind satisfies never;
    }
  }

  #inNetworks({ ip }: FastifyRequest, name: string, limit: number, counters = this.#minute): readonly Share[] {
    return networksOf(ip).map(({ key, share }) => ({ key: `${name} ${key}`, limit: limit * share, counters }));
  }

  #inHour(request: FastifyRequest, route: string): readonly Share[] {
    return this.#inNetworks(request, route, this.#limits.inAnHour, this.#hour);
  }

  #isOver(shares: readonly Share[]): boolean {
    return shares.some(({ key, limit, counters }) => counters.read(key) >= limit);
  }

  /** Whether too much was refused to its address, and nothing speaks for this one. */
  #isHeldBack(request: FastifyRequest, counted: Counted): boolean {
    const { kind, browser, credential } = counted;
    if (kind === 'sign-in') {
      if (browser !== null && this.#speaksForSignIn(browser)) return false;
      return this.#isOver(this.#failed(request));
    }
    if (browser?.isKnown === true) return false;
    if (credential === null || kind === 'other') return false;
    if ((this.#provenLately(counted)?.read(credential) ?? 0) > 0) return false;
    return this.#isOver(this.#wrong(request, counted));
  }

  /** What is wrong in form does not count against others, as long as there is not too much of it. */
  #passOver(request: FastifyRequest, shares: readonly Share[]): void {
    const malformed = this.#inNetworks(request, 'malformed', this.#limits.malformed);
    if (this.#isOver(malformed)) return;
    this.#addAll(malformed);
    for (const { key, counters } of shares) counters.takeBack(key);
  }

  #addAll(shares: readonly Share[]): void {
    for (const { key, counters } of shares) counters.add(key);
  }
}
