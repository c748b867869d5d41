/** How much markup a text may hold before a parser sees it. */
export interface MarkupLimits {
  readonly bytes: number;
  readonly depth: number;
  readonly elements: number;
  readonly attributesPerElement: number;
}

/** One message, after base64 and inflate. */
export const MESSAGE_MARKUP: MarkupLimits = { bytes: 65_536, depth: 32, elements: 512, attributesPerElement: 64 };

/** The metadata of one application; some carry keys, descriptions in many languages and lists of claims. */
export const METADATA_MARKUP: MarkupLimits = { bytes: 262_144, depth: 32, elements: 4096, attributesPerElement: 64 };

/** Every other number of this module, unit in the name. */
export const SAML_LIMITS = Object.freeze({
  /** Base64 of the largest message, percent-encoded at worst, with room for the other parameters. */
  queryMaximumCharacters: 300_000,
  base64MaximumCharacters: 131_072,
  /** SAML says 80 bytes, real applications send more. It comes back as it came. */
  relayStateMaximumBytes: 4096,
  /** Classes of context that one request may name. Applications name one to five; each is kept with the pending sign-in. */
  requestedClassesMaximum: 16,
  requestedClassMaximumCharacters: 255,
  /** How old a request may be, by its IssueInstant. */
  requestMaximumAgeMs: 300_000,
  /** How far the clock of a work application may be off, unless its record says otherwise. */
  clockSkewMs: 120_000,
  clockSkewMaximumMs: 300_000,
  /** How long an assertion can be delivered, unless the record says otherwise. */
  assertionLifeMs: 300_000,
  assertionLifeMinimumMs: 30_000,
  assertionLifeMaximumMs: 900_000,
  /** No request binds an unsolicited assertion to a browser, so it is good for less. */
  unsolicitedAssertionLifeMs: 120_000,
  certificateLifeYears: 10,
});
