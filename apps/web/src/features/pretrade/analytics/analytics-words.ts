/** Every sentence of analytics. */
export const ANALYTICS_WORDS = {
  closedHoursUp: ' · closed hours up to ',
  notUpdated: ' · Not updated:',
  failed: (what: string) => `${what} could not be loaded`,
} as const
