import type { Bound } from '@aerie/core/market/screen'
import type { TypedNumber } from '@aerie/core/numbers/typed-number'
import { INDUSTRIES } from '@aerie/wire/market/market'
import { useId, useState } from 'react'
import { Button } from '../../../ui/controls/button.tsx'
import { FieldError } from '../../../ui/forms/form-failure.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { FIELD_NAMES, type FieldName, fieldOf } from './screen-fields.ts'
import { NO_FILTER, readLimit, type ScreenFilter, withBound } from './screen-options.ts'

type FilterDialogProps = {
  readonly filter: ScreenFilter
  readonly count: string
  readonly onFilter: (filter: ScreenFilter) => void
  readonly onClose: () => void
}

export function FilterDialog({ filter, count, onFilter, onClose }: FilterDialogProps) {
  const [round, setRound] = useState(0)
  const clear = () => {
    onFilter(NO_FILTER)
    setRound(round + 1)
  }
  return (
    <Dialog
      title="Filter"
      description="A coin with an unknown figure never passes its limit. Enter 5, -2.5%, 1.5M or 10B."
      onClose={onClose}
      footer={
        <>
          <span role="status" className="num mr-auto self-center text-13 text-ink-2">
            {`${count} coins pass`}
          </span>
          <Button onClick={clear}>Clear</Button>
          <Button variant="primary" onClick={onClose}>
            Done
          </Button>
        </>
      }
    >
      <IndustryChoice filter={filter} onFilter={onFilter} />
      <div key={round} className="flex flex-col gap-1">
        <div className="screen-filter text-12 text-ink-3" aria-hidden="true">
          <span />
          <span>at least</span>
          <span>at most</span>
        </div>
        {FIELD_NAMES.map((name) => (
          <BoundFields
            key={name}
            name={name}
            bound={filter.bounds[name] ?? {}}
            onBound={(bound) => onFilter(withBound(filter, name, bound))}
          />
        ))}
      </div>
    </Dialog>
  )
}

type IndustryChoiceProps = Pick<FilterDialogProps, 'filter' | 'onFilter'>

function IndustryChoice({ filter, onFilter }: IndustryChoiceProps) {
  const { industries } = filter
  return (
    <fieldset className="flex flex-wrap items-center gap-x-4 gap-y-2 text-13">
      <legend className="mb-1 text-12 text-ink-3">In any of these industries</legend>
      {INDUSTRIES.map(
        ({ title, value }) =>
          value !== undefined && (
            <label key={value} className="flex min-h-6 items-center gap-2 pointer-coarse:min-h-11">
              <input
                type="checkbox"
                checked={industries.includes(value)}
                onChange={({ target }) =>
                  onFilter({ ...filter, industries: target.checked ? [...industries, value] : industries.filter((each) => each !== value) })
                }
              />
              {title}
            </label>
          ),
      )}
    </fieldset>
  )
}

type BoundFieldsProps = { readonly name: FieldName; readonly bound: Bound; readonly onBound: (bound: Bound) => void }

function BoundFields({ name, bound, onBound }: BoundFieldsProps) {
  const id = useId()
  const { title, description } = fieldOf(name)
  const [typed, setTyped] = useState({ min: bound.min?.toString() ?? '', max: bound.max?.toString() ?? '' })
  const [min, max] = [readLimit(typed.min), readLimit(typed.max)]
  const trouble = troubleOf(min, max)
  const type = (side: 'min' | 'max', text: string) => {
    const next = { ...typed, [side]: text }
    setTyped(next)
    const limits = { min: readLimit(next.min), max: readLimit(next.max) }
    if (troubleOf(limits.min, limits.max) === null) onBound({ min: limitOf(limits.min), max: limitOf(limits.max) })
  }
  const input = (side: 'min' | 'max', label: string, read: TypedNumber) => (
    <input
      className="slot-input num pointer-coarse:min-h-11"
      inputMode="decimal"
      autoComplete="off"
      aria-label={`${title} ${label}`}
      aria-invalid={read.kind === 'wrong' || trouble === REVERSED || undefined}
      aria-describedby={trouble === null ? undefined : id}
      value={typed[side]}
      onChange={({ target }) => type(side, target.value)}
    />
  )
  return (
    <div className="screen-filter">
      <span title={description} className="text-13">
        {title}
      </span>
      {input('min', 'at least', min)}
      {input('max', 'at most', max)}
      {trouble !== null && (
        <span className="field-error">
          <FieldError id={id}>{trouble}</FieldError>
        </span>
      )}
    </div>
  )
}

const REVERSED = 'The minimum is above the maximum: no coin can pass.'

const limitOf = (read: TypedNumber): number | undefined => (read.kind === 'number' ? Number(read.text) : undefined)

function troubleOf(min: TypedNumber, max: TypedNumber): string | null {
  for (const read of [min, max]) if (read.kind === 'wrong') return read.problem
  const [least, most] = [limitOf(min), limitOf(max)]
  return least !== undefined && most !== undefined && least > most ? REVERSED : null
}
