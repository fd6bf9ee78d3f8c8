import { useMemo } from 'react'
import { channelLink } from './channel-link.ts'
import type { ChartLink } from './views/shared-view.ts'
import type { Channel } from './views/view-state.ts'

/**
 * What joins a `PriceChart` to its channel: `<PriceChart linked={useChartLink(channel)} …/>`. Range and crosshair of all charts
 * on one channel, in all windows, go together, past React. Undefined for a chart of its own.
 */
export const useChartLink = (channel: Channel | null): ChartLink | undefined =>
  useMemo(() => (channel === null ? undefined : channelLink(channel)), [channel])
