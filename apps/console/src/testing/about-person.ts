import {
  adminAccessGrantsCall,
  adminApplicationsCall,
  adminDeviceCall,
  adminDevicesCall,
  adminPersonCall,
  adminSessionsCall,
  adminSignInsCall,
  adminSupportCall,
} from '@vestibule/contracts';
import { computer } from './computer.ts';
import { type FakeAnswer, given } from './fake-ports.ts';
import { applications, devices, grants, openSession, person, supportCase } from './person.ts';
import { aroundSignIn, fixedSignIn } from './sign-ins.ts';

/** What the page of a person asks. */
export const aboutPerson: readonly FakeAnswer[] = [
  given(adminPersonCall, person),
  given(adminSessionsCall, { sessions: [openSession] }),
  given(adminAccessGrantsCall, grants),
  given(adminDevicesCall, devices),
  given(adminApplicationsCall, applications),
  given(adminSupportCall, supportCase),
  given(adminDeviceCall, computer),
  given(adminSignInsCall, { signIns: [fixedSignIn, aroundSignIn], total: 2, next: null }),
];
