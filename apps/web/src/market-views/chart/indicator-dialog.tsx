import { findIndicator, INDICATORS, soundParameters } from '@aerie/core/indicators/catalogue'
import type { Indicator } from '@aerie/core/indicators/indicator'
import { MOST_INDICATORS } from '@aerie/wire/charts'
import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import type { ChosenIndicator } from '../../chart-engine/indicators/indicator-set.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { inputStyle, TextField } from '../../ui/text-field.tsx'

type IndicatorDialogProps = {
  readonly chosen: readonly ChosenIndicator[]
  readonly onChange: (chosen: ChosenIndicator[]) => void
  readonly onClose: () => void
}

/** Indicators on the chart with their parameters, and all others by search. */
export function IndicatorDialog({ chosen, onChange, onClose }: IndicatorDialogProps) {
  const [search, setSearch] = useState('')
  const found = findIndicators(search)
  const isFull = chosen.length >= MOST_INDICATORS
  return (
    <Dialog title="Indicators" isWide onClose={onClose}>
      {chosen.length > 0 && (
        <ul aria-label="On the chart" className="flex flex-col gap-2">
          {chosen.map((item, place) => (
            <ChosenRow
              // biome-ignore lint/suspicious/noArrayIndexKey: two of one kind differ only by their place while one is edited
              key={`${item.name}-${place}`}
              item={item}
              onParameters={(parameters) => onChange(chosen.with(place, { ...item, parameters }))}
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
            : `${INDICATORS.length} indicators, by name or letters: SMA, Bollinger, VWAP.`
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
              <span className="font-medium">{indicator.name}</span>
              <span className="text-ink-2">{indicator.title}</span>
            </button>
          </li>
        ))}
        {found.length === 0 && <li className="py-3 text-13 text-ink-2">No indicator is called that.</li>}
      </ul>
    </Dialog>
  )
}

/** Indicators whose name or title holds every word of `search`. */
export function findIndicators(search: string): readonly Indicator[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  return INDICATORS.filter(({ name, title }) => words.every((word) => `${name} ${title}`.toLowerCase().includes(word)))
}

const withAnother = (chosen: readonly ChosenIndicator[], indicator: Indicator): ChosenIndicator[] => {
  const parameters = soundParameters(indicator, [])
  const isThere = chosen.some((item) => item.name === indicator.name && item.parameters.join() === parameters.join())
  return isThere ? [...chosen] : [...chosen, { name: indicator.name, parameters }]
}

type ChosenRowProps = {
  readonly item: ChosenIndicator
  readonly onParameters: (parameters: number[]) => void
  readonly onRemove: () => void
}

function ChosenRow({ item, onParameters, onRemove }: ChosenRowProps) {
  const indicator = findIndicator(item.name)
  if (indicator === undefined) return null
  return (
    <li className="chart-chosen">
      <span className="min-w-20 font-medium text-13">{item.name}</span>
      <span className="flex flex-1 flex-wrap gap-2">
        {indicator.parameters.map((parameter, place) => (
          <label key={parameter.label} className="flex flex-col gap-0.5 text-11 text-ink-2">
            {parameter.label}
            <input
              type="number"
              className={`${inputStyle} w-20`}
              min={parameter.min}
              max={parameter.max}
              step={parameter.isFraction === true ? 'any' : 1}
              defaultValue={item.parameters[place] ?? parameter.initial}
              onBlur={(event) => {
                const next = soundParameters(indicator, item.parameters.with(place, event.target.valueAsNumber))
                event.target.value = String(next[place])
                if (next.join() !== item.parameters.join()) onParameters(next)
              }}
              onKeyDown={(event) => event.key === 'Enter' && event.currentTarget.blur()}
            />
          </label>
        ))}
      </span>
      <IconButton label={`Remove ${item.name}`} onClick={onRemove}>
        <X size={16} aria-hidden="true" />
      </IconButton>
    </li>
  )
}
