import { useQuery } from '@tanstack/react-query'
import { Command } from 'cmdk'
import { BARE_COINS, coinsQuery } from '../../market-views/coins/coins-query.ts'
import { entryStyle, groupStyle } from './palette-style.ts'

/** The coins that have a screen of their own. */
export function CoinEntries({ onChoose }: { readonly onChoose: (symbol: string) => void }) {
  const { data: coins = BARE_COINS } = useQuery(coinsQuery)
  return (
    <Command.Group heading="Coins" className={groupStyle}>
      {coins.map(({ symbol, name, logo }) => (
        <Command.Item
          // cmdk keeps the keywords an item was mounted with: a name that arrives later needs a new item.
          key={`${symbol} ${name ?? ''}`}
          value={`coin ${symbol}`}
          keywords={[symbol, ...(name === null ? [] : [name])]}
          onSelect={() => onChoose(symbol)}
          className={entryStyle}
        >
          {logo === null ? (
            <span className="size-5" />
          ) : (
            <img src={logo} alt="" width={20} height={20} loading="lazy" className="size-5 rounded-full" />
          )}
          <span className="flex-1">{name ?? symbol}</span>
          {name !== null && <span className="text-12 text-ink-2">{symbol}</span>}
        </Command.Item>
      ))}
    </Command.Group>
  )
}
