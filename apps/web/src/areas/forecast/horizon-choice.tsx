import { cx } from '../../ui/cx.ts'
import { ALL_HOURS, PRESET_HOURS } from './hours-param.ts'

type HorizonChoiceProps = {
  readonly hours: number
  readonly onChange: (hours: number) => void
  readonly withAll?: boolean
  readonly className?: string
}

export const HorizonChoice = ({ hours, onChange, withAll = false, className }: HorizonChoiceProps) => (
  <fieldset className={cx('flex items-center gap-1', className)}>
    <legend className="sr-only">Hours ahead</legend>
    {PRESET_HOURS.map((preset) => (
      <button
        key={preset}
        type="button"
        aria-pressed={hours === preset}
        onClick={() => onChange(preset)}
        className={cx(
          'num min-h-8 min-w-9 rounded-md border px-2 font-medium text-13 transition-colors-fast pointer-coarse:min-h-11 pointer-coarse:min-w-11',
          hours === preset
            ? 'border-accent bg-accent-soft text-accent-text'
            : 'border-line-input bg-surface-1 text-ink-2 hover:bg-surface-3 hover:text-ink-1',
        )}
      >
        {preset}h
      </button>
    ))}
    {withAll && (
      <select
        aria-label="Any whole hour"
        value={hours}
        onChange={(event) => onChange(Number(event.target.value))}
        className="num min-h-8 rounded-md border border-line-input bg-surface-1 px-1.5 text-13 text-ink-1 pointer-coarse:min-h-11 pointer-coarse:text-[1rem]"
      >
        {ALL_HOURS.map((hour) => (
          <option key={hour} value={hour}>
            {hour}h
          </option>
        ))}
      </select>
    )}
  </fieldset>
)
