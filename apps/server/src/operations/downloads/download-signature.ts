import { authenticate, isSameText } from '../crypto/tokens.ts';

/** Leave to download one file until a moment. */
export interface DownloadLeave {
  /** Seconds since 1970. */
  readonly expires: string;
  readonly signature: string;
}

/** Signs leave to download a file; every server of the installation knows it by the shared secret. */
export function signDownload(secret: Buffer, file: string, expiresAt: Date): DownloadLeave {
  const expires = String(Math.floor(expiresAt.getTime() / 1000));
  return { expires, signature: authenticate(secret, 'download', file, expires) };
}

export function mayDownload(secret: Buffer, file: string, { expires, signature }: DownloadLeave, now: Date): boolean {
  const isRight = isSameText(signature, authenticate(secret, 'download', file, expires));
  return isRight && Number(expires) * 1000 > now.getTime();
}
