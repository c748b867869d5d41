/** Who sends it with the probe of the data folder gets an event stream without a session: nothing is ever in it. */
export const STREAM_PROBE_HEADER = 'x-vestibule-probe';
/** How long the stream is open, in milliseconds. */
export const STREAM_PROBE_MS = 2000;
export const STREAM_PROBE_FILE = 'stream.probe';
