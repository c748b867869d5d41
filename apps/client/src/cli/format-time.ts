const FORMAT = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
});

/** Date and time of this computer's time zone, as a person writes them: '21 November 2026 at 08:00'. */
export function formatTime(time: Date): string {
  return FORMAT.format(time);
}
