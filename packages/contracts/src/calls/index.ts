import { activityCall } from './activity.ts';
import {
  accessTokenCall,
  checkResultCall,
  createSessionCall,
  fixGrantCall,
  samlResponseCall,
  uploadCall,
  uploadUrlCall,
} from './devices.ts';
import {
  pendingSignInCall,
  publicSupportInfoCall,
  settingsCall,
  signInCall,
  signOutCall,
  supportInfoCall,
  userDetailsCall,
} from './people.ts';

/** The contract table: every call the server answers, by name. */
export const CALLS = {
  signIn: signInCall,
  signOut: signOutCall,
  userDetails: userDetailsCall,
  settings: settingsCall,
  pendingSignIn: pendingSignInCall,
  supportInfo: supportInfoCall,
  publicSupportInfo: publicSupportInfoCall,
  accessToken: accessTokenCall,
  createSession: createSessionCall,
  uploadUrl: uploadUrlCall,
  upload: uploadCall,
  checkResult: checkResultCall,
  fixGrant: fixGrantCall,
  samlResponse: samlResponseCall,
  activity: activityCall,
} as const;

export type CallName = keyof typeof CALLS;
