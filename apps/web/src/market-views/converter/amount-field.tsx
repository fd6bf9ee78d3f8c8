import { useId } from 'react'
import { FieldError } from '../../ui/controls/field-error.tsx'
import { inputStyle } from '../../ui/controls/text-field.tsx'
import type { Unit } from './conversion.ts'

type AmountFieldProps = {
  readonly label: string
  readonly amount: string
  readonly unit: Unit
  readonly units: ReadonlyArray<{ readonly unit: Unit; readonly name: string }>
  readonly error: string | undefined
  readonly onAmount: (text: string) => void
  readonly onUnit: (unit: Unit) => void
}

/** An amount and what it is an amount of. */
export function AmountField({ label, amount, unit, units, error, onAmount, onUnit }: AmountFieldProps) {
  const id = useId()
  return (
    <div className="flex flex-col gap-1">
      <div className="flex gap-2">
        <input
          aria-label={label}
          aria-invalid={error !== undefined || undefined}
          aria-describedby={error === undefined ? undefined : id}
          inputMode="decimal"
          autoComplete="off"
          value={amount}
          placeholder="—"
          onChange={(event) => onAmount(event.target.value)}
          onFocus={(event) => event.target.select()}
          className={`${inputStyle} num min-w-0 flex-1`}
        />
        <select
          aria-label={`Currency of: ${label}`}
          value={unit}
          onChange={(event) => onUnit(event.target.value)}
          className="min-h-10 w-28 shrink-0 rounded-md border border-line-input bg-surface-0 px-2 text-13 text-ink-1 pointer-coarse:min-h-11 pointer-coarse:text-[1rem]"
        >
          {units.map((one) => (
            <option key={one.unit} value={one.unit}>
              {one.name}
            </option>
          ))}
        </select>
      </div>
      {error !== undefined && <FieldError id={id}>{error}</FieldError>}
    </div>
  )
}
