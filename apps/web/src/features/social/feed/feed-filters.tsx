import { IDEA_STATES } from '@aerie/wire/ideas'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { queryClient } from '../../../lib/http/query-client.ts'
import { BARE_COINS, coinsQuery } from '../../../market-views/coins/coins-query.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { SIDE_LABELS, STATE_LABELS, SOCIAL_TEXT as TEXT } from '../social-words.ts'
import { useFilters } from '../use-filters.ts'

export function FeedFilters() {
  const { filters, set, clear } = useFilters()
  const { data: coins = BARE_COINS } = useQuery(coinsQuery, queryClient)
  return (
    <fieldset className="social-filters">
      <legend className="sr-only">{TEXT.filters}</legend>
      <Choice
        label={TEXT.coin}
        value={filters.symbol}
        choices={[['', TEXT.allCoins], ...coins.map(({ symbol }) => [symbol, symbol] as const)]}
        onChoose={(value) => set('symbol', value)}
      />
      <Choice
        label={TEXT.side}
        value={filters.side}
        choices={[
          ['', TEXT.bothSides],
          ['long', SIDE_LABELS.long],
          ['short', SIDE_LABELS.short],
        ]}
        onChoose={(value) => set('side', value)}
      />
      <Choice
        label={TEXT.state}
        value={filters.state}
        choices={[['', TEXT.allStates], ...IDEA_STATES.map((state) => [state, STATE_LABELS[state]] as const)]}
        onChoose={(value) => set('state', value)}
      />
      <label className="social-check">
        <input
          type="checkbox"
          checked={filters.followed === 'true'}
          onChange={({ target }) => set('followed', target.checked ? 'true' : null)}
        />
        {TEXT.followedOnly}
      </label>
      {Object.keys(filters).length > 0 && (
        <Button variant="ghost" size="sm" onClick={clear}>
          {TEXT.clear}
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
      <select id={id} value={value} onChange={({ target }) => onChoose(target.value === '' ? null : target.value)}>
        {choices.map(([each, title]) => (
          <option key={each} value={each}>
            {title}
          </option>
        ))}
      </select>
    </span>
  )
}
