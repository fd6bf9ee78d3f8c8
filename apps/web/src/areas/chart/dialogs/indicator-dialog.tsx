import { findIndicator, INDICATORS, labelOf, parameterAt, soundParameters } from '@aerie/core/indicators/catalogue'
import type { Indicator } from '@aerie/core/indicators/indicator'
import { parseTypedNumber } from '@aerie/core/numbers/typed-number'
import { type LineStyle, MOST_INDICATORS } from '@aerie/wire/market/charts'
import { Plus, X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { Button, IconButton } from '../../../ui/controls/button.tsx'
import { inputStyle, TextField } from '../../../ui/controls/text-field.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { type ChosenIndicator as Chosen, idOf, lineLooks } from '../indicators/line-looks.ts'
import { ToolRow } from '../menus/chart-toolbar.tsx'
import { LineStyleFields } from './line-style-fields.tsx'

type IndicatorDialogProps = {
  readonly setting: string | null
  readonly chosen: readonly Chosen[]
  readonly onChange: (chosen: Chosen[]) => void
  readonly onClose: () => void
}

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
      <ul aria-label="All indicators" className="flex max-h-[40dvh] flex-col overflow-auto">
        {found.map((indicator) => (
          <li key={indicator.name}>
            <ToolRow aria-disabled={isFull || undefined} onClick={() => !isFull && onChange(withAnother(chosen, indicator))}>
              <Plus size={16} aria-hidden="true" />
              <span className="min-w-16 font-medium">{labelOf(indicator)}</span>
              <span className="text-ink-2">{indicator.title}</span>
            </ToolRow>
          </li>
        ))}
        {found.length === 0 && <li className="py-3 text-13 text-ink-2">No matching indicator.</li>}
      </ul>
    </Dialog>
  )
}

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

/** A change that makes it equal to another merges the two. */
const withChanged = (chosen: readonly Chosen[], place: number, next: Chosen): Chosen[] =>
  chosen.with(place, next).filter((item, i) => i === place || idOf(item) !== idOf(next))

type ChosenIndicatorProps = {
  readonly item: Chosen
  readonly looks: readonly LineStyle[]
  readonly hasFocus: boolean
  readonly onChange: (item: Chosen) => void
  readonly onRemove: () => void
}

export function ChosenIndicator({ item, looks, hasFocus, onChange, onRemove }: ChosenIndicatorProps) {
  const indicator = findIndicator(item.name)
  if (indicator === undefined) return null
  const parameters = soundParameters(indicator, item.parameters)
  const label = labelOf(indicator)
  const lines = indicator.figures(parameters).filter(({ kind }) => kind === 'line')
  const setParameters = (next: number[]) => onChange({ ...item, parameters: next })
  const withoutLine = (place: number) =>
    onChange({ ...item, parameters: parameters.toSpliced(place, 1), ...(item.styles && { styles: item.styles.toSpliced(place, 1) }) })
  const isSingle = indicator.mostLines === undefined || parameters.length === 1
  return (
    <li className="flex flex-wrap items-center gap-2 rounded-md border border-line px-2 py-1.5">
      <span className="min-w-20 font-medium text-13">{label}</span>
      <span className="flex flex-1 flex-wrap items-end gap-2">
        {parameters.map((value, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines are identified by position
          <span key={place} className="flex items-end">
            <ParameterField
              indicator={indicator}
              place={place}
              parameters={parameters}
              hasFocus={hasFocus && place === 0}
              onParameters={setParameters}
            />
            {!isSingle && (
              <IconButton label={`Remove ${label} ${value}`} onClick={() => withoutLine(place)}>
                <X size={14} aria-hidden="true" />
              </IconButton>
            )}
          </span>
        ))}
        {indicator.mostLines !== undefined && parameters.length < indicator.mostLines && (
          <Button size="sm" variant="secondary" onClick={() => setParameters([...parameters, nextLength(parameters)])}>
            Add a line
          </Button>
        )}
      </span>
      <IconButton label={`Remove ${[label, ...parameters].join(' ')}`} onClick={onRemove}>
        <X size={16} aria-hidden="true" />
      </IconButton>
      {looks.map((style, line) => (
        <div key={lines[line]?.key} className="flex w-full flex-wrap items-center gap-2 text-12 text-ink-2">
          <span className="min-w-20">{lines[line]?.title}</span>
          <LineStyleFields
            of={`${label} ${lines[line]?.title ?? ''}`}
            style={style}
            onStyle={(next) => onChange({ ...item, styles: looks.map((each, i) => (i === line ? next : each)) })}
          />
        </div>
      ))}
    </li>
  )
}

const nextLength = (parameters: readonly number[]): number => Math.min(500, Math.max(...parameters) * 2)

type ParameterFieldProps = {
  readonly indicator: Indicator
  readonly place: number
  readonly parameters: readonly number[]
  readonly hasFocus: boolean
  readonly onParameters: (parameters: number[]) => void
}

function ParameterField({ indicator, place, parameters, hasFocus, onParameters }: ParameterFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const parameter = parameterAt(indicator, place)
  const value = parameters[place] ?? parameter?.initial
  // Keeps text being typed; otherwise follows changes from elsewhere, and list shifts.
  useEffect(() => {
    if (input.current !== null && input.current !== document.activeElement) input.current.value = String(value)
  }, [value])
  if (parameter === undefined) return null
  const numberIn = ({ value: text }: HTMLInputElement): number => {
    const typed = parseTypedNumber(text, { isSigned: true })
    if (typed.kind === 'number') return Number(typed.text)
    // Empty resets to the default; invalid input changes nothing.
    return typed.kind === 'empty' ? Number.NaN : (value ?? Number.NaN)
  }
  const take = (field: HTMLInputElement, steps = 0) => {
    const next = soundParameters(indicator, parameters.with(place, numberIn(field) + steps))
    field.value = String(next[place])
    if (next.join() !== parameters.join()) onParameters(next)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter') take(event.currentTarget)
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
    event.preventDefault()
    take(event.currentTarget, event.key === 'ArrowUp' ? 1 : -1)
  }
  const isRepeated = place >= indicator.parameters.length
  const label = indicator.mostLines === undefined ? parameter.label : isRepeated || parameters.length > 1 ? `Length ${place + 1}` : 'Length'
  return (
    <label className="flex flex-col gap-0.5 text-11 text-ink-2">
      {label}
      <input
        inputMode="decimal"
        autoComplete="off"
        maxLength={40}
        className={`${inputStyle} w-20`}
        ref={input}
        defaultValue={value}
        {...(hasFocus ? { 'data-autofocus': '' } : {})}
        onBlur={({ target }) => take(target)}
        onKeyDown={onKeyDown}
      />
    </label>
  )
}
