import type { ReactNode } from 'react';
import { type SignIn, useSignIn } from '../../hooks/use-sign-in.ts';
import { WaitingPage } from './waiting-page.tsx';

/** A page that needs to know which sign-in waits before it can do anything. */
export function WithSignIn({ children }: { readonly children: (signIn: SignIn) => ReactNode }) {
  const signIn = useSignIn();
  return signIn === null ? <WaitingPage for="sign-in" /> : children(signIn);
}
