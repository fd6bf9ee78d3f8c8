import { DOLLARS, parseTypedNumber } from '@aerie/core/numbers/typed-number'
import type { FigureRange } from '@aerie/journal/trip-table'
import { useState } from 'react'

type RangeFieldProps = {
  readonly label: string
  readonly unit: string
  readonly range: FigureRange
  readonly onChange: (range: FigureRange) => void
}

const NUMBER = /^-?\d{1,12}(\.\d{1,6})?$/

/** From a number to a number, either of them open. It counts when the field is left or Enter is pressed. */
export const RangeField = ({ label, unit, range, onChange }: RangeFieldProps) => (
  <span className="filter-field" data-set={range.min !== undefined || range.max !== undefined || undefined}>
    <span className="text-12 text-ink-2">{label}</span>
    <End name={`${label} from, ${unit}`} unit={unit} hint="from" value={range.min} onChange={(min) => onChange({ ...range, min })} />
    <End name={`${label} to, ${unit}`} unit={unit} hint="to" value={range.max} onChange={(max) => onChange({ ...range, max })} />
  </span>
)

type EndProps = {
  readonly name: string
  readonly unit: string
  readonly hint: string
  readonly value: number | undefined
  readonly onChange: (value: number | undefined) => void
}

function End({ name, unit, hint, value, onChange }: EndProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const text = typed ?? (value === undefined ? '' : String(value))
  const read = parseTypedNumber(text, { units: unit === 'USDC' ? DOLLARS : [unit], isSigned: true })
  const problem =
    read.kind === 'wrong' ? read.problem : read.kind === 'number' && !NUMBER.test(read.text) ? 'A number, such as -1.5' : undefined
  const finish = () => {
    if (typed === null || problem !== undefined) return
    setTyped(null)
    const next = read.kind === 'number' ? Number(read.text) : undefined
    if (next !== value) onChange(next)
  }
  return (
    <input
      inputMode="decimal"
      aria-label={name}
      aria-invalid={problem !== undefined || undefined}
      title={problem}
      placeholder={hint}
      className="filter-input filter-number num"
      value={text}
      onChange={({ target }) => setTyped(target.value)}
      onBlur={finish}
      onKeyDown={({ key }) => key === 'Enter' && finish()}
    />
  )
}
