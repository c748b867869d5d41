/** Namespaces by the prefix this module writes. Incoming messages may use any prefix. */
export const NAMESPACES = Object.freeze({
  samlp: 'urn:oasis:names:tc:SAML:2.0:protocol',
  saml: 'urn:oasis:names:tc:SAML:2.0:assertion',
  md: 'urn:oasis:names:tc:SAML:2.0:metadata',
  ds: 'http://www.w3.org/2000/09/xmldsig#',
  xenc: 'http://www.w3.org/2001/04/xmlenc#',
});
export type NamespacePrefix = keyof typeof NAMESPACES;

export const EXCLUSIVE_C14N = 'http://www.w3.org/2001/10/xml-exc-c14n#';
export const ENVELOPED_SIGNATURE = 'http://www.w3.org/2000/09/xmldsig#enveloped-signature';

export const RSA_SHA256 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256';
export const RSA_SHA384 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha384';
export const RSA_SHA512 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512';
export const ECDSA_SHA256 = 'http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha256';
export const ECDSA_SHA384 = 'http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha384';
export const ECDSA_SHA512 = 'http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha512';
/** Inside OAEP alone, and never for a signature. */
export const SHA1 = 'http://www.w3.org/2000/09/xmldsig#sha1';
export const SHA256 = 'http://www.w3.org/2001/04/xmlenc#sha256';
/** XML Encryption has none of this length, so it stands elsewhere (RFC 6931). */
export const SHA384 = 'http://www.w3.org/2001/04/xmldsig-more#sha384';
export const SHA512 = 'http://www.w3.org/2001/04/xmlenc#sha512';

export const AES_256_GCM = 'http://www.w3.org/2009/xmlenc11#aes256-gcm';
export const RSA_OAEP = 'http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p';

export const HTTP_POST_BINDING = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST';
export const HTTP_REDIRECT_BINDING = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect';
export const DEFLATE_ENCODING = 'urn:oasis:names:tc:SAML:2.0:bindings:URL-Encoding:DEFLATE';
export const ENTITY_FORMAT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:entity';
export const BEARER = 'urn:oasis:names:tc:SAML:2.0:cm:bearer';
