/**
 * Public key that fixes the extension's id wherever it is loaded unpacked or forced by policy. Its private half was
 * thrown away: nothing is ever signed with it. Browser stores give ids of their own.
 */
export const EXTENSION_PUBLIC_KEY =
  'MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAtfzTLX21fiNMKBpAzF3aCKtj0B03S6kpjB8DceiKZ7Pv2fJ9QJQuWtOjvqSNtzsyKn3tNlo6GaB6g1x/wyp7DX0kGmY1iaYlsDL8pidRJ41DBdQuQ8casLdi5ld0N7giCDnQbBC9Z+qjIzkZ0VpG3rElYZzVnXCHCXdxFaPQjXLC1fWeN7dIWTDkfvBjIfsq1zDS1toUTTwgrZeENjXpkn+gFh+9juh4F0v+MeKH3LpMdhRlInntI8NEEjroisOZOiHhW2cUMLtCGr+M4jTLQJn0fSZ58O2/RcAeEgFHHukhAKtjdgy9PnIqGm9jnKMKrmAuh8aCQ5SoK4JdjblWGwIDAQAB';

/** First 32 hex digits of the SHA-256 of the key, written with the letters a to p. */
export const EXTENSION_ID = 'cnbmglijjmmmdgkhgonehoohiannpofe';

/** By what browsers know the extension. */
export interface ExtensionIdentity {
  /** RSA public key in base64, whose hash is the id in Chromium. */
  readonly chromiumKey: string;
  readonly firefoxId: string;
}

/** Firefox takes the id from the manifest. */
export const FIREFOX_EXTENSION_ID = 'workplace@vestibule.example';

/** Of an extension that was made for no installation of the server in particular. */
export const BUILT_IN_IDENTITY: ExtensionIdentity = {
  chromiumKey: EXTENSION_PUBLIC_KEY,
  firefoxId: FIREFOX_EXTENSION_ID,
};
