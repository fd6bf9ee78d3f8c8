export const AUTH_TEXT = {
  codeHint: (minutes: number) => `Six digits, valid once for ${minutes} minutes.`,
} as const
