import { IDEA_STATES } from '@aerie/wire/ideas'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { queryClient } from '../../../platform/api/query-client.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Select } from '../../../ui/controls/select.tsx'
import { BARE_COINS, coinsQuery } from '../../market/index.ts'
import { sideLabels, stateLabels } from '../messages.ts'
import { useFilters } from '../use-filters.ts'

export function FeedFilters() {
  const { filters, set, clear } = useFilters()
  const { data: coins = BARE_COINS } = useQuery(coinsQuery, queryClient)
  return (
    <fieldset className="flex flex-wrap items-end gap-x-3 gap-y-2">
      <legend className="sr-only">Filter the ideas</legend>
      <Choice
        label="Coin"
        value={filters.symbol}
        choices={[['', 'All coins'], ...coins.map(({ symbol }) => [symbol, symbol] as const)]}
        onChoose={(value) => set('symbol', value)}
      />
      <Choice
        label="Side"
        value={filters.side}
        choices={[
          ['', 'Both sides'],
          ['long', sideLabels.long],
          ['short', sideLabels.short],
        ]}
        onChoose={(value) => set('side', value)}
      />
      <Choice
        label="State"
        value={filters.state}
        choices={[['', 'All states'], ...IDEA_STATES.map((state) => [state, stateLabels[state]] as const)]}
        onChoose={(value) => set('state', value)}
      />
      <label className="flex min-h-8 items-center gap-2 text-13 pointer-coarse:min-h-11">
        <input
          type="checkbox"
          checked={filters.followed === 'true'}
          onChange={({ target }) => set('followed', target.checked ? 'true' : null)}
        />
        Only people you follow
      </label>
      {Object.keys(filters).length > 0 && (
        <Button variant="ghost" size="sm" onClick={clear}>
          Clear filters
        </Button>
      )}
    </fieldset>
  )
}

type ChoiceProps = {
  readonly label: string
  readonly value: string | undefined
  readonly choices: ReadonlyArray<readonly [value: string, title: string]>
  readonly onChoose: (value: string | null) => void
}

export function Choice({ label, value = '', choices, onChoose }: ChoiceProps) {
  const id = useId()
  return (
    <span className="flex min-w-0 flex-col gap-1 font-medium text-12 text-ink-2">
      <label htmlFor={id}>{label}</label>
      <Select
        id={id}
        className="min-h-8 max-w-full rounded-md border border-line-input bg-surface-0 px-2 font-medium text-13 text-ink-1 pointer-coarse:min-h-11 pointer-coarse:text-[1rem]"
        value={value}
        options={choices}
        onChange={(chosen) => onChoose(chosen === '' ? null : chosen)}
      />
    </span>
  )
}
