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
    <fieldset className="social-filters">
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
      <label className="social-check">
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
    <span className="social-choice">
      <label htmlFor={id}>{label}</label>
      <Select id={id} value={value} options={choices} onChange={(chosen) => onChoose(chosen === '' ? null : chosen)} />
    </span>
  )
}
