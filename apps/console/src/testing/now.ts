/** The moment in which everything is shown: samples are of the minutes before it. */
export const NOW = '2026-11-26T09:43:00.000Z';
