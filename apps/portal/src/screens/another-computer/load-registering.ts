/** Both sides of registering a computer: each is small and seldom wanted, so one script has both. */
export const loadRegistering = () => import('./registering-computers.tsx');
