import type { ForecastHistory, ForecastState } from '@aerie/wire/market/forecasts'
import { useSearchParams } from 'react-router'
import { cx } from '../../ui/cx.ts'
import { Explain } from '../../ui/overlays/explain.tsx'
import { Explanation } from './explanations.tsx'
import { withState } from './list-page.ts'

type StateFilterProps = { readonly chosen: ForecastState | null; readonly counts: ForecastHistory['counts'] }

const STATES: readonly { readonly state: ForecastState | null; readonly words: string }[] = [
  { state: null, words: 'All' },
  { state: 'open', words: 'Open' },
  { state: 'scored', words: 'Scored' },
  { state: 'missing', words: 'Unscorable' },
]

/** Which of the single forecasts are listed, with how many there are. */
export function StateFilter({ chosen, counts }: StateFilterProps) {
  const [, setParams] = useSearchParams()
  return (
    <fieldset className="flex flex-wrap items-center gap-1">
      <legend className="sr-only">State of the forecasts</legend>
      {STATES.map(({ state, words }) => (
        <button
          key={words}
          type="button"
          aria-pressed={state === chosen}
          onClick={() => setParams((params) => withState(params, state), { replace: true })}
          className={cx(
            'num min-h-8 rounded-md border px-2 text-12 transition-colors-fast pointer-coarse:min-h-11 pointer-coarse:px-3',
            state === chosen
              ? 'border-accent bg-accent-soft text-accent-text'
              : 'border-line-input bg-surface-1 text-ink-2 hover:bg-surface-3 hover:text-ink-1',
          )}
        >
          {words}
          {counts !== undefined && ` ${countOf(state, counts).toLocaleString('en-US')}`}
        </button>
      ))}
      <Explain title="State">
        <Explanation of="state" />
      </Explain>
    </fieldset>
  )
}

const countOf = (state: ForecastState | null, counts: NonNullable<ForecastHistory['counts']>): number =>
  state === null ? counts.open + counts.scored + counts.missing : counts[state]
