/** Asked by what runs the server or stands in front of it, which knows no company. Neither is counted or logged. */
export const PROBES: readonly string[] = ['/healthz', '/readyz'];
