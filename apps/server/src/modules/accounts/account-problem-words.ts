/** Every refusal of accounts, sessions and linked wallets. */
export const ACCOUNT_PROBLEM_WORDS = {
  sessionEnded: 'This session has ended. Log in again.',
  reauthenticate: 'Confirm that it is you, then try again.',
  samePassword: 'This is your present password. Choose another.',
  wrongOtp: 'This code is wrong or has been used. Enter the one your app shows now, or a recovery code.',
  wrongOtpAtReset: 'The authenticator code is wrong or has been used. Request a new code by e-mail and try again.',
  otpOn: 'An authenticator app is set up already. Remove it first.',
  otpOff: 'No authenticator app is set up.',
  otpSetupEnded: 'This set-up has expired. Start again.',
  passkeyRefused: 'This passkey was not accepted. It may be of another address, removed, or too late. Try again.',
  passkeyKnown: 'This passkey is registered already.',
  mostPasskeys: (most: number) => `You can keep ${most} passkeys. Remove one first.`,
  passkeyAtIp:
    'Passkeys need a host name and do not work at an IP address. Open Aerie by a name, such as http://localhost:4800 on this machine.',
  passkeyNeedsHttps: 'Passkeys need https, or localhost. Open Aerie by an https address.',
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
  needsPassword: (minutes: number) =>
    `The code is correct, but the sign-up was in another browser. Set a password with it (reset-password) within ${minutes} minutes.`,
} as const
