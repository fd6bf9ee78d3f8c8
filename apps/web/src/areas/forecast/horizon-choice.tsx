import { useCallback } from 'react'
import { useSearchParams } from 'react-router'
import { Select } from '../../ui/controls/select.tsx'
import { cx } from '../../ui/cx.ts'

export const PRESET_HOURS = [1, 6, 12, 24] as const
const ALL_HOURS: readonly number[] = Array.from({ length: 24 }, (_, index) => index + 1)
const DEFAULT_HOURS = 24

/** The default unless `text` is a whole hour from 1 to 24. */
export function parseHours(text: string | null): number {
  const hours = text !== null && /^\d{1,2}$/.test(text) ? Number(text) : DEFAULT_HOURS
  return ALL_HOURS.includes(hours) ? hours : DEFAULT_HOURS
}

/** The horizon in the URL (`?hours=6`) and its setter. The default is omitted. */
export function useHours(): readonly [hours: number, setHours: (hours: number) => void] {
  const [params, setParams] = useSearchParams()
  const setHours = useCallback(
    (hours: number) => setParams((now) => withHours(now, hours), { replace: true, flushSync: true }),
    [setParams],
  )
  return [parseHours(params.get('hours')), setHours]
}

function withHours(params: URLSearchParams, hours: number): URLSearchParams {
  // A page of single forecasts is valid only for its horizon.
  params.delete('before')
  params.delete('after')
  if (hours === DEFAULT_HOURS) params.delete('hours')
  else params.set('hours', String(hours))
  return params
}

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
      <Select
        aria-label="Any whole hour"
        value={hours}
        options={ALL_HOURS.map((hour) => [hour, `${hour}h`])}
        onChange={onChange}
        className="num min-h-8 rounded-md border border-line-input bg-surface-1 px-1.5 text-13 text-ink-1 pointer-coarse:min-h-11 pointer-coarse:text-[1rem]"
      />
    )}
  </fieldset>
)
