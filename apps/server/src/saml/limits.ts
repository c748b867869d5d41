/** Every number of this module, unit in the name. */
export const SAML_LIMITS = Object.freeze({
  /** The XML text of one message, after base64 and inflate. */
  messageMaximumBytes: 65_536,
  /** Base64 of the largest message, percent-encoded at worst, with room for the other parameters. */
  queryMaximumCharacters: 300_000,
  base64MaximumCharacters: 131_072,
  /** SAML says 80 bytes, real applications send more. It comes back as it came. */
  relayStateMaximumBytes: 4096,
  depthMaximum: 32,
  elementsMaximum: 512,
  attributesPerElementMaximum: 64,
  /** How old a request may be, by its IssueInstant. */
  requestMaximumAgeMs: 300_000,
  /** How far the clock of a work application may be off. */
  clockSkewMs: 120_000,
  /** How long an assertion can be delivered. */
  assertionLifeMs: 300_000,
  metadataLifeMs: 604_800_000,
  certificateLifeYears: 10,
});
