import type { AlertRow } from '@aerie/wire/alerts/alert-rows'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { alertSummaryQuery, alertsQuery } from '../../alerts/alert-queries.ts'
import { pointedLevel } from '../../alerts/ask-for-alert.ts'
import { moveAlert } from '../../alerts/move-alert.ts'
import { shownState } from '../../alerts/shown-state.ts'
import type { ChartLevel } from '../../chart-engine/price-chart-props.ts'
import { queryClient } from '../../lib/http/query-client.ts'

/** Lines of alerts on one chart: more would lie over each other. */
const MOST_LEVELS = 30

const LABELS = { above: 'Alert above', below: 'Alert below', cross: 'Alert' } as const

/** The price alerts of a coin as lines that can be dragged; paused ones say so. The keyboard twin is the alert's row. */
export function alertLevels(alerts: readonly AlertRow[], symbol: string, isAllPaused = false): ChartLevel[] {
  return alerts
    .filter((alert) => alert.symbol === symbol && alert.kind === 'price' && (alert.state === 'active' || alert.state === 'paused'))
    .slice(0, MOST_LEVELS)
    .flatMap((alert) =>
      alert.level === undefined
        ? []
        : [
            {
              id: `alert ${alert.id}`,
              price: Number(alert.level),
              label: `${LABELS[alert.direction ?? 'cross']}${shownState(alert, isAllPaused) === 'paused' ? ', paused' : ''}`,
              tone: 'accent' as const,
              onMove: (to: number) => void moveAlert(alert, pointedLevel(to)),
            },
          ],
    )
}

/** The alerts of a coin on its chart, kept up to date. */
export function useAlertLevels(symbol: string): readonly ChartLevel[] {
  const { data } = useQuery(alertsQuery, queryClient)
  const { data: summary } = useQuery(alertSummaryQuery, queryClient)
  const isAllPaused = summary?.is_paused ?? false
  return useMemo(() => (data === undefined ? [] : alertLevels(data, symbol, isAllPaused)), [data, symbol, isAllPaused])
}
