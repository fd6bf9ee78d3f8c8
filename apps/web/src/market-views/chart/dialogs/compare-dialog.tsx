import { MOST_COMPARED } from '@aerie/wire/market/charts'
import { SUPPORTED_SYMBOLS } from '@aerie/wire/market/supported-symbols'
import { useState } from 'react'
import { TextField } from '../../../ui/controls/text-field.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'

type CompareDialogProps = {
  readonly symbol: string
  readonly compared: readonly string[]
  readonly onChange: (compared: string[]) => void
  readonly onClose: () => void
}

/** Coins beside this one, in percent since the left edge of the chart. */
export function CompareDialog({ symbol, compared, onChange, onClose }: CompareDialogProps) {
  const [search, setSearch] = useState('')
  const found = SUPPORTED_SYMBOLS.filter((other) => other !== symbol && other.includes(search.trim().toUpperCase()))
  const toggle = (other: string) => {
    if (compared.includes(other)) onChange(compared.filter((each) => each !== other))
    else if (compared.length < MOST_COMPARED) onChange([...compared, other])
  }
  return (
    <Dialog
      title={`Compare ${symbol} with`}
      description={`Up to ${MOST_COMPARED} coins, in percent since the left edge of the chart.`}
      onClose={onClose}
    >
      <TextField label="Search" type="search" value={search} onChange={(event) => setSearch(event.target.value)} />
      <ul className="chart-list">
        {found.map((other) => {
          const isOn = compared.includes(other)
          const isFull = !isOn && compared.length >= MOST_COMPARED
          return (
            <li key={other}>
              <button
                type="button"
                className="chart-tool-row"
                aria-pressed={isOn}
                aria-disabled={isFull || undefined}
                onClick={() => toggle(other)}
              >
                {other}
                {isFull && <span className="text-11 text-ink-3">Remove one first</span>}
              </button>
            </li>
          )
        })}
        {found.length === 0 && <li className="py-3 text-13 text-ink-2">No matching coin.</li>}
      </ul>
    </Dialog>
  )
}
