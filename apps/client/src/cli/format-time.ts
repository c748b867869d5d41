let format: Intl.DateTimeFormat | null = null;

/** Date and time of this computer's time zone, as a person writes them: '21 November 2026 at 08:00'. */
export function formatTime(time: Date): string {
  // Made when it is wanted: loading the dates of a language costs 20 ms, more than the rest of a start.
  format ??= new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
  });
  return format.format(time);
}
