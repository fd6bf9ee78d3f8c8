import { INDICATORS, labelOf, soundParameters } from '@aerie/core/indicators/catalogue'
import type { Indicator } from '@aerie/core/indicators/indicator'
import { MOST_INDICATORS } from '@aerie/wire/market/charts'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { type ChosenIndicator as Chosen, idOf, lineLooks } from '../../../chart-engine/indicators/line-looks.ts'
import { TextField } from '../../../ui/controls/text-field.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { ChosenIndicator } from './chosen-indicator.tsx'

type IndicatorDialogProps = {
  /** The one whose settings were asked for, by its id. */
  readonly setting: string | null
  readonly chosen: readonly Chosen[]
  readonly onChange: (chosen: Chosen[]) => void
  readonly onClose: () => void
}

/** Indicators on the chart with their parameters, and all others by search. */
export function IndicatorDialog({ setting, chosen, onChange, onClose }: IndicatorDialogProps) {
  const [search, setSearch] = useState('')
  const found = findIndicators(search)
  const looks = lineLooks(chosen)
  const isFull = chosen.length >= MOST_INDICATORS
  return (
    <Dialog title="Indicators" isWide onClose={onClose}>
      {chosen.length > 0 && (
        <ul aria-label="On the chart" className="flex flex-col gap-2">
          {chosen.map((item, place) => (
            <ChosenIndicator
              // biome-ignore lint/suspicious/noArrayIndexKey: two of one kind differ only by their place while one is edited
              key={`${item.name}-${place}`}
              item={item}
              looks={looks.get(idOf(item)) ?? []}
              hasFocus={idOf(item) === setting}
              onChange={(next) => onChange(withChanged(chosen, place, next))}
              onRemove={() => onChange(chosen.toSpliced(place, 1))}
            />
          ))}
        </ul>
      )}
      <TextField
        label="Add an indicator"
        type="search"
        value={search}
        hint={
          isFull
            ? `${MOST_INDICATORS} are on the chart: remove one to add another.`
            : `${INDICATORS.length} indicators. Search by name: SMA, Bollinger, VWAP.`
        }
        onChange={(event) => setSearch(event.target.value)}
      />
      <ul aria-label="All indicators" className="chart-list">
        {found.map((indicator) => (
          <li key={indicator.name}>
            <button
              type="button"
              className="chart-tool-row"
              aria-disabled={isFull || undefined}
              onClick={() => !isFull && onChange(withAnother(chosen, indicator))}
            >
              <Plus size={16} aria-hidden="true" />
              <span className="min-w-16 font-medium">{labelOf(indicator)}</span>
              <span className="text-ink-2">{indicator.title}</span>
            </button>
          </li>
        ))}
        {found.length === 0 && <li className="py-3 text-13 text-ink-2">No matching indicator.</li>}
      </ul>
    </Dialog>
  )
}

/** Indicators whose names or title hold every word of `search`. */
export function findIndicators(search: string): readonly Indicator[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  return INDICATORS.filter(({ name, label, title }) =>
    words.every((word) => `${name} ${label ?? ''} ${title}`.toLowerCase().includes(word)),
  )
}

const withAnother = (chosen: readonly Chosen[], indicator: Indicator): Chosen[] => {
  const parameters = soundParameters(indicator, [])
  const isThere = chosen.some((item) => item.name === indicator.name && item.parameters.join() === parameters.join())
  return isThere ? [...chosen] : [...chosen, { name: indicator.name, parameters }]
}

/** A changed one that is now the same as another is that other. */
const withChanged = (chosen: readonly Chosen[], place: number, next: Chosen): Chosen[] =>
  chosen.with(place, next).filter((item, i) => i === place || idOf(item) !== idOf(next))
