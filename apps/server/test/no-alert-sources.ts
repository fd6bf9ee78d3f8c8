import type { AlertSources } from '../src/areas/alerts/evaluation/alert-feeds.ts'

export const NO_SOURCES: AlertSources = {
  regime: async () => undefined,
  quantiles: async () => [],
  positions: async () => [],
  doneSince: async () => [],
  tickets: async () => [],
}
