import type { SignedDocument, SoftwareManifest } from '@vestibule/contracts';

/** Software of a company that was approved and whose signature was verified by the keys that are set now. */
export interface OfferedSoftware {
  readonly manifest: SoftwareManifest;
  readonly document: SignedDocument;
}
