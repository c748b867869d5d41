import type { Visitor } from './visitors.ts';

/** An authenticator that is built into the computer and recognises its owner at once. */
export async function addAuthenticator({ context, page }: Visitor): Promise<void> {
  const session = await context.newCDPSession(page);
  await session.send('WebAuthn.enable');
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

/** Opens the link of an invitation, makes a passkey, and comes as far as the recovery codes. */
export async function signUpWithPasskey(visitor: Visitor, link: string): Promise<void> {
  const { page } = visitor;
  await addAuthenticator(visitor);
  await page.goto(link);
  await page
    .getByRole('button', { name: /passkey/i })
    .first()
    .click();
  await page.getByRole('button', { name: 'Accept and create account' }).click();
  await page.getByRole('heading', { name: 'Keep your recovery codes' }).waitFor();
}
