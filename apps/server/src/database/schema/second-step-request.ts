/** What a request of the company's identity provider asks to hear again; kept with the pending sign-in. */
export type SecondStepRequest =
  /** OpenID Connect: the ID token repeats these values. */
  | {
      readonly kind: 'entra';
      readonly redirectUri: string;
      readonly state: string | null;
      readonly nonce: string;
      /** `sub` of the hint. */
      readonly subject: string;
      readonly acr: string;
      readonly amr: readonly string[];
    }
  /** SAML: the response repeats what every response does. */
  | { readonly kind: 'saml' };
