import type { Side } from '@aerie/core/risk/position-risk'
import { useQuery } from '@tanstack/react-query'
import { queryClient } from '../../../../lib/http/query-client.ts'
import { screenQuery } from '../../../../market-views/statistics/statistics-queries.ts'
import { Button } from '../../../../ui/controls/button.tsx'
import { Explain, Formula } from '../../../../ui/overlays/explain.tsx'
import { shareText } from './risk-text.ts'

type StopChoicesProps = {
  readonly symbol: string
  readonly side: Side
  readonly entry: number | null
  readonly onChoose: (stop: number) => void
}

const MULTIPLES = [1, 1.5, 2, 3] as const

/** Stops at so many average true ranges from the entry. */
export function StopChoices({ symbol, side, entry, onChoose }: StopChoicesProps) {
  const { data, error } = useQuery(screenQuery, queryClient)
  const row = data?.rows.find((each) => each.symbol === symbol)
  const percent = row?.atr_14d.value ?? null
  const range = percent === null || row?.close == null ? null : (row.close * percent) / 100
  const why = whyNot({ isRead: data !== undefined, hasFailed: error !== null, range, entry })
  const stopAt = (multiple: number): number => (entry ?? 0) + (side === 'long' ? -1 : 1) * multiple * (range ?? 0)
  return (
    <div className="risk-helps">
      {MULTIPLES.map((multiple) => (
        <Button
          key={multiple}
          size="sm"
          aria-label={`Stop at ${multiple} ATR`}
          disabledReason={why ?? (stopAt(multiple) <= 0 ? 'That would be below zero.' : undefined)}
          onClick={() => onChoose(stopAt(multiple))}
        >
          {multiple}×
        </Button>
      ))}
      <span className="text-11 text-ink-2">
        ATR
        {percent !== null && ` ${shareText(percent)}`}
      </span>
      <Explain title="Stop by ATR">
        <p>{`How far ${symbol} usually moves in a day: Wilder’s average true range over 14 UTC days, in percent of the latest close. A closer stop is often hit by chance.`}</p>
        <Formula>{`stop = entry ${side === 'long' ? '−' : '+'} k × ATR`}</Formula>
      </Explain>
    </div>
  )
}

type Known = { readonly isRead: boolean; readonly hasFailed: boolean; readonly range: number | null; readonly entry: number | null }

function whyNot({ isRead, hasFailed, range, entry }: Known): string | undefined {
  if (!isRead) return hasFailed ? 'The statistics could not be loaded.' : 'Loading the statistics.'
  if (range === null) return 'This coin has fewer than 14 days of history.'
  return entry === null ? 'Enter an entry price first.' : undefined
}
