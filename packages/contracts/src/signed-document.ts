import * as z from 'zod/mini';

/** A document as it travels: its very bytes, and a signature of each key over them. */
export const signedDocumentSchema = z.object({
  /** Base64url of the document as JSON. */
  payload: z.string().check(z.maxLength(200_000)),
  /** Base64url, Ed25519. */
  signatures: z.array(z.string().check(z.maxLength(128))).check(z.minLength(1), z.maxLength(4)),
});
export type SignedDocument = z.infer<typeof signedDocumentSchema>;

/** The most that is read of a file of that form. */
export const SIGNED_DOCUMENT_BYTES = 210_000;
