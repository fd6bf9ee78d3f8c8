export const marketCannotStart = (why: string) => `The market cannot start: ${why}`
