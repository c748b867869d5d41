const PROBE = 'vestibule-cookies';

/** Whether this browser keeps cookies of this page's site. One that is told to keep none says so, or drops them silently. */
export function areCookiesKept(): boolean {
  if (!navigator.cookieEnabled) return false;
  document.cookie = `${PROBE}=kept; path=/; max-age=10; samesite=lax`;
  const isKept = document.cookie.includes(`${PROBE}=kept`);
  document.cookie = `${PROBE}=; path=/; max-age=0; samesite=lax`;
  return isKept;
}
