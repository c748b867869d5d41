/** Why a text is not taken as the metadata of one application. */
export type MetadataErrorCode =
  | 'metadata_too_large'
  | 'metadata_malformed'
  | 'metadata_has_comments'
  | 'metadata_not_one_application'
  | 'metadata_expired'
  | 'metadata_incomplete'
  | 'metadata_key_unusable'
  | 'metadata_not_supported';

/** An expected failure. The message is for the administrator who registers the application, and says what to do. */
export interface MetadataRefusal {
  readonly ok: false;
  readonly code: MetadataErrorCode;
  readonly message: string;
}

export function refuseMetadata(code: MetadataErrorCode, message: string): MetadataRefusal {
  return { ok: false, code, message };
}
