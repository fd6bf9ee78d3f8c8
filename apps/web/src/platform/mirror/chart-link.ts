import { useMemo } from 'react'
import { channelLink } from './channel-link.ts'
import type { ChartLink } from './views/shared-view.ts'
import type { Channel } from './views/view-state.ts'

/** Synchronizes range and crosshair of all charts on a channel, in all windows, bypassing React. */
export const useChartLink = (channel: Channel | null): ChartLink | undefined =>
  useMemo(() => (channel === null ? undefined : channelLink(channel)), [channel])
