export const AUTH_WORDS = {
  codeHint: (minutes: number) => `Six digits, valid once for ${minutes} minutes.`,
} as const
