import { MOST_CORRELATED } from '@aerie/wire/market/analytics'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { queryClient } from '../../../../lib/http/query-client.ts'
import { nameScore } from '../../../../lib/name-score.ts'
import { BARE_COINS, coinsQuery } from '../../../../market-views/coins/coins-query.ts'
import { Button } from '../../../../ui/controls/button.tsx'
import { TextField } from '../../../../ui/controls/text-field.tsx'
import { Dialog } from '../../../../ui/overlays/dialog.tsx'

type OwnCoinsDialogProps = {
  readonly chosen: readonly string[]
  readonly onChange: (symbols: readonly string[]) => void
  readonly onClose: () => void
}

/** Chooses the coins of a matrix one by one. */
export function OwnCoinsDialog({ chosen, onChange, onClose }: OwnCoinsDialogProps) {
  const { data: coins = BARE_COINS } = useQuery(coinsQuery, queryClient)
  const [typed, setTyped] = useState('')
  const found = coins.filter(({ symbol, name }) => typed.trim() === '' || nameScore(typed.trim(), [symbol, name ?? '']) > 0)
  const isFull = chosen.length >= MOST_CORRELATED
  const toggle = (symbol: string) =>
    onChange(chosen.includes(symbol) ? chosen.filter((each) => each !== symbol) : [...chosen, symbol].slice(0, MOST_CORRELATED))
  return (
    <Dialog title="Coins to compare" onClose={onClose}>
      <div className="flex flex-col gap-3">
        <TextField
          label="Search by name or symbol"
          hint={`2 to ${MOST_CORRELATED} coins; ${chosen.length} chosen.`}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
        <ul className="corr-choices">
          {found.map(({ symbol, name }) => (
            <li key={symbol}>
              <label className="flex min-h-8 items-center gap-2 text-13 pointer-coarse:min-h-11">
                <input
                  type="checkbox"
                  checked={chosen.includes(symbol)}
                  disabled={isFull && !chosen.includes(symbol)}
                  onChange={() => toggle(symbol)}
                />
                {symbol} <span className="truncate text-ink-2">{name}</span>
              </label>
            </li>
          ))}
        </ul>
        {found.length === 0 && <p className="text-13 text-ink-2">No matching currency.</p>}
        <div className="flex justify-end gap-2">
          <Button variant="ghost" onClick={() => onChange([])} disabledReason={chosen.length === 0 ? 'None chosen.' : undefined}>
            Clear
          </Button>
          <Button variant="primary" onClick={onClose}>
            Done
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
