import type { AlertRow } from '@aerie/wire/alerts/alert-rows'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { queryClient } from '../../platform/api/query-client.ts'
import { alertSummaryQuery, alertsQuery, moveAlert, pointedLevel, shownState } from '../alerts/index.ts'
import type { ChartLevel } from './engine/price-chart-props.ts'

const MOST_LEVELS = 30

const LABELS = { above: 'Alert above', below: 'Alert below', cross: 'Alert' } as const

/** A coin's price alerts as draggable lines; paused ones are labelled so. The keyboard alternative is the alert's row. */
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

export function useAlertLevels(symbol: string): readonly ChartLevel[] {
  const { data } = useQuery(alertsQuery, queryClient)
  const { data: summary } = useQuery(alertSummaryQuery, queryClient)
  const isAllPaused = summary?.is_paused ?? false
  return useMemo(() => (data === undefined ? [] : alertLevels(data, symbol, isAllPaused)), [data, symbol, isAllPaused])
}
