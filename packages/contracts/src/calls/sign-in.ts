import * as z from 'zod/mini';
import { defineCall, SIGNED_IN_REFUSALS, XSRF_REFUSALS } from './call.ts';
import { isOneLine } from './one-line.ts';
import { loginMarkerSchema, signedOutSchema, signInStepSchema } from './sign-in-step.ts';

export const signInCall = defineCall({
  method: 'POST',
  path: '/api/online/v1/sign-in',
  summary: 'Sign in with login and password; answers where to go next, or which factor is missing.',
  authentication: 'none',
  body: z.object({
    login: z.string().check(z.minLength(1), z.maxLength(255), isOneLine),
    password: z.string().check(z.minLength(1), z.maxLength(1024)),
    loginMarker: loginMarkerSchema,
  }),
  answers: { 200: signInStepSchema },
  refusals: {
    request_malformed: 400,
    credentials_wrong: 401,
    account_disabled: 403,
    too_many_attempts: 429,
    sign_in_unknown: 404,
  },
});

export const signOutCall = defineCall({
  method: 'POST',
  path: '/api/online/v1/sign-out',
  summary: 'End this session, on every device call as well; answers where the browser goes to end it at applications.',
  authentication: 'first-factor',
  answers: { 200: signedOutSchema },
  refusals: { ...SIGNED_IN_REFUSALS, ...XSRF_REFUSALS, request_malformed: 400 },
});
