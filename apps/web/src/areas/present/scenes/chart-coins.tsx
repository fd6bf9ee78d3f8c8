import { MOST_CHARTS } from '@aerie/wire/market/present'
import { X } from 'lucide-react'
import type { BoardCoin } from '../../../platform/live/market/board.ts'
import { focusWhenGone } from '../../../ui/focus-when-gone.ts'

type ChartCoinsProps = {
  readonly charts: readonly string[]
  readonly coins: readonly BoardCoin[]
  readonly onChange: (next: string[]) => void
}

export function ChartCoins({ charts, coins, onChange }: ChartCoinsProps) {
  const others = coins.filter(({ symbol }) => !charts.includes(symbol))
  return (
    <>
      <ul className="wall-chart-coins" aria-label="Coins with a chart">
        {charts.map((symbol) => (
          <li key={symbol} ref={focusWhenGone}>
            {symbol}
            {charts.length > 1 && (
              <button type="button" aria-label={`Remove ${symbol}`} onClick={() => onChange(charts.filter((each) => each !== symbol))}>
                <X size={14} aria-hidden="true" />
              </button>
            )}
          </li>
        ))}
      </ul>
      {charts.length < MOST_CHARTS ? (
        <label className="flex-col items-start">
          Add a coin
          <select value="" onChange={({ target: { value } }) => value !== '' && onChange([...charts, value])}>
            <option value="">Choose…</option>
            {others.map(({ symbol, name }) => (
              <option key={symbol} value={symbol}>
                {symbol} · {name}
              </option>
            ))}
          </select>
        </label>
      ) : (
        <p className="text-12 text-ink-2">{`At most ${MOST_CHARTS} coins.`}</p>
      )}
    </>
  )
}
