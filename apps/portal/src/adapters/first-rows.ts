import {
  type Call,
  accessTokenCall,
  checkResultCall,
  createSessionCall,
  fixGrantCall,
  pendingSignInCall,
  publicSupportInfoCall,
  samlResponseCall,
  settingsCall,
  uploadUrlCall,
} from '@vestibule/contracts';
import type { PortalCallName } from '@vestibule/flows';

/** Row by row, so that only the rows the first page needs are loaded with it. */
export const FIRST_ROWS = {
  accessToken: accessTokenCall,
  checkResult: checkResultCall,
  createSession: createSessionCall,
  fixGrant: fixGrantCall,
  pendingSignIn: pendingSignInCall,
  publicSupportInfo: publicSupportInfoCall,
  samlResponse: samlResponseCall,
  settings: settingsCall,
  uploadUrl: uploadUrlCall,
} as const satisfies { readonly [name in PortalCallName]?: Call };
export type FirstCallName = keyof typeof FIRST_ROWS;
