/**
 * Releases of Windows 11 that get no more security updates in November 2026, whatever the edition: 21H2, 22H2 and 23H2.
 * 24H2 still gets them in companies. Policy may replace the list.
 */
export const ENDED_WINDOWS_BUILDS: number[] = [22_000, 22_621, 22_631];
