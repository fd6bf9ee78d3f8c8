export const ACCOUNT_PROBLEM_MESSAGES = {
  wrongOtp: 'This code is wrong or has been used. Enter the one your app shows now, or a recovery code.',

  needsPassword: (minutes: number) =>
    `The code is correct, but the sign-up was in another browser. Set a password with it (reset-password) within ${minutes} minutes.`,
} as const
