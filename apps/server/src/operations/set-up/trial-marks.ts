/** A leaf on a hill: two strokes and a ground, so that the trial shows where a company's own logo goes. */
export const DEMO_LOGO = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 28 28"><rect width="28" height="28" rx="7" fill="#0f6b5c"/><path d="M5 20q9-6 18 0" fill="none" stroke="#f4f1e8" stroke-width="2" stroke-linecap="round"/><path d="M14 17c-5-3-5-8 0-12 5 4 5 9 0 12zm0 0V9" fill="none" stroke="#f4f1e8" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"/></svg>')}`;

/** Data with this application in it began as the trial. */
export const DEMO_WORK_APP_ID = 'a1de7b00-0000-4000-8000-000000000001';
