/** Every refusal of accounts, sessions and linked wallets. */
export const ACCOUNT_PROBLEM_WORDS = {
  sessionEnded: 'This session has ended. Log in again.',
  reauthenticate: 'Confirm that it is you, then try again.',
  wrongPassword: 'The password is wrong.',
  tooManyAttempts: (seconds: number) => `Too many attempts. Try again in ${seconds} seconds.`,
  mostWallets: (most: number) => `You can link ${most} wallets. Unlink one first.`,
  otherAccount: 'This wallet is already linked to another account.',
  notLinked: 'This wallet is not linked to your account.',
  noUser: (email: string) => `There is no user with the address ${email}.`,
  userExists: (email: string) => `There is already a user with the address ${email}.`,
  commonPassword: 'This password is on lists that attackers try first. Choose another.',
  ownPassword: 'This password is made of your e-mail address or your name. Choose another.',
  otherAddress: 'You can only request your own address.',
  mostTokens: (most: number) => `You can have ${most} API tokens. Revoke one first.`,
  noToken: 'There is no such API token.',
  tokenExpiry: 'An API token ends within 365 days.',
  noTokenHere: 'API tokens cannot be used for this.',
  scopeMissing: (scope: string) => `This API token lacks the scope ${scope}.`,
  unknownZone: 'This time zone is not known.',
  needsPassword: (minutes: number) =>
    `The code is correct, but the sign-up was in another browser. Set a password with it (reset-password) within ${minutes} minutes.`,
} as const
