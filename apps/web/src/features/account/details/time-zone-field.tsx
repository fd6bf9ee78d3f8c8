import { type ComponentProps, useId, useMemo } from 'react'
import { FieldError } from '../../../ui/controls/field-error.tsx'
import { inputStyle } from '../../../ui/controls/text-field.tsx'

type TimeZoneFieldProps = Omit<ComponentProps<'select'>, 'id' | 'value' | 'onChange'> & {
  /** IANA name; empty: UTC. */
  readonly value: string
  readonly error?: string | undefined
  readonly onChange: (zone: string) => void
}

/** A choice among the time zones that the browser knows, that of the device first. */
export function TimeZoneField({ value, error, onChange, ...rest }: TimeZoneFieldProps) {
  const id = useId()
  const zones = useMemo(() => zonesWith(value), [value])
  const here = new Intl.DateTimeFormat().resolvedOptions().timeZone
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="font-medium text-13 text-ink-1">
        Time zone for e-mails
      </label>
      <select
        {...rest}
        id={id}
        value={value}
        onChange={({ target }) => onChange(target.value)}
        className={inputStyle}
        aria-invalid={error !== undefined || undefined}
        aria-describedby={error === undefined ? `${id}-hint` : `${id}-hint ${id}-error`}
      >
        <option value="">UTC</option>
        {zones.map((zone) => (
          <option key={zone} value={zone}>
            {zone === here ? `${zone} (this device)` : zone}
          </option>
        ))}
      </select>
      <span id={`${id}-hint`} className="text-12 text-ink-2">
        E-mails from Aerie use this time zone. Screens use the time zone of your device.
      </span>
      {error !== undefined && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  )
}

/** One that another browser has chosen and this one does not list stays chosen. */
function zonesWith(chosen: string): string[] {
  const here = new Intl.DateTimeFormat().resolvedOptions().timeZone
  const known = Intl.supportedValuesOf('timeZone').filter((zone) => zone !== here && zone !== 'UTC')
  const first = here === 'UTC' ? [] : [here]
  return chosen === '' || chosen === here || known.includes(chosen) ? [...first, ...known] : [...first, chosen, ...known]
}
