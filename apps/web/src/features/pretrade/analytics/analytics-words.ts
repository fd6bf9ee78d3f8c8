/** Every sentence of analytics. */
export const ANALYTICS_WORDS = {
  closedHoursUp: ' · closed hours up to ',
  notUpdated: (error: string) => ` · Not updated: ${error}`,
  failed: (what: string) => `${what} could not be loaded`,
} as const
