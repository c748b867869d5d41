import {
  adminAccessGrantsCall,
  adminPeopleCall,
  adminPersonCall,
  adminSessionsCall,
  adminStatusCall,
  adminSupportCall,
  type Call,
  type CallBody,
} from '@vestibule/contracts';

export type Person = CallBody<typeof adminPersonCall>;
export type Session = CallBody<typeof adminSessionsCall>['sessions'][number];
export type Grant = CallBody<typeof adminAccessGrantsCall>['grants'][number];
export type SupportCase = CallBody<typeof adminSupportCall>;

/** What says something about a person, and is old when they are changed. */
export const ABOUT_PERSON: readonly Call[] = [
  adminPersonCall,
  adminPeopleCall,
  adminSessionsCall,
  adminSupportCall,
  adminAccessGrantsCall,
  adminStatusCall,
];
