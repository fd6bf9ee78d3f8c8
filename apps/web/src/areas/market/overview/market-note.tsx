import type { SourceKind } from '@aerie/wire/market/market'
import { changeReplay, getReplay, type ReplayCommand } from '@aerie/wire/market/replay'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../../platform/api/api.ts'
import { SOURCE_LABELS } from '../../../platform/format/market-text.ts'
import { ageText } from '../../../platform/live/market/age-text.ts'
import { connectionLostPrices, useMarketClock, useMarketState, useMarketStatus } from '../../../platform/live/market/market-status.ts'
import { cx } from '../../../ui/cx.ts'
import { Moment } from '../../../ui/moment.tsx'

/** Whether market data is older than its source allows, or the server was lost before it sent the limit. */
export function useIsMarketStale(): boolean {
  const status = useMarketStatus()
  const link = useMarketState((state) => state.link)
  return status === null ? link === 'offline' : status.badge === 'STALE'
}

type MarketNoteProps = {
  /** Source of the figures: they may arrive before the server's status. */
  readonly source: SourceKind
  readonly asOf: number | null
}

export function MarketNote({ source, asOf }: MarketNoteProps) {
  const status = useMarketStatus()
  const now = useMarketClock()
  const isStale = useIsMarketStale()
  return (
    <p className={cx('num text-12', isStale ? 'text-warning' : 'text-ink-2')}>
      {isStale ? staleSource(status?.detail ?? connectionLostPrices(SOURCE_LABELS[source])) : SOURCE_LABELS[source]}
      {asOf !== null && (
        <>
          {' · latest price '}
          <Moment at={asOf} />
          {now !== null && ` (${ageText(Math.max(0, now - asOf))} ago)`}
        </>
      )}
    </p>
  )
}

const staleSource = (detail: string) => `Stale. ${detail}`

type ReplayMoment = { readonly run: number; readonly state: string; readonly speed: number }

export const replayQuery = ({ run, state, speed }: ReplayMoment) =>
  queryOptions({
    queryKey: ['replay', run, state, speed] as const,
    queryFn: ({ signal }) => api(getReplay, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
  })

/** Sends a replay command, which affects all users of this server. @throws ApiError */
export const controlReplay = (command: ReplayCommand) => api(changeReplay, { body: command })
