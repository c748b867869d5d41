import type { ReactNode } from 'react';
import { PortalPage } from '../screens/page/portal-page.tsx';
import { usePageInfo } from './use-page-info.ts';
import { type SignIn, useSignIn } from './use-sign-in.ts';

/** A page that needs to know which sign-in waits before it can do anything. */
export function WithSignIn({ children }: { readonly children: (signIn: SignIn) => ReactNode }) {
  const signIn = useSignIn();
  return signIn === null ? <EmptyPage /> : children(signIn);
}

/** Header and footer stay while a page is on its way. */
export function EmptyPage() {
  const info = usePageInfo();
  return (
    <PortalPage info={info} title={info.productName}>
      {null}
    </PortalPage>
  );
}
