import { PREDICTED_SYMBOLS } from '@aerie/wire/market/supported-symbols'
import { useQuery } from '@tanstack/react-query'
import { Command } from 'cmdk'
import { Check } from 'lucide-react'
import { queryClient } from '../../../platform/api/query-client.ts'
import { nameScore } from '../../../platform/browser/name-score.ts'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { BARE_COINS, coinsQuery, type NamedCoin } from './coins-query.ts'

type CoinPickerDialogProps = {
  readonly current: string | null
  /** Coins to choose from; absent: all. */
  readonly symbols?: readonly string[] | undefined
  /** Name of the choice of no particular coin, an empty symbol; absent: a coin must be chosen. */
  readonly anyCoin?: string | undefined
  readonly onChoose: (symbol: string) => void
  readonly onClose: () => void
}

const LABEL = 'Search a currency by name or symbol'
const predicted = new Set<string>(PREDICTED_SYMBOLS)
const rank = (value: string, typed: string, keywords?: readonly string[]): number => nameScore(typed, [value, ...(keywords ?? [])])

export function CoinPickerDialog({ current, symbols, anyCoin, onChoose, onClose }: CoinPickerDialogProps) {
  const { data: all = BARE_COINS } = useQuery(coinsQuery, queryClient)
  const coins = symbols === undefined ? all : all.filter(({ symbol }) => symbols.includes(symbol))
  const choose = (symbol: string) => {
    onClose()
    if (symbol !== current) onChoose(symbol)
  }
  return (
    <Dialog title="Choose a currency" titleHidden className="sm:mt-[12dvh] sm:mb-auto" onClose={onClose}>
      <Command label={LABEL} loop filter={rank} defaultValue={current ?? ''} className="-m-5 flex max-h-[70dvh] flex-col">
        <Command.Input
          data-autofocus=""
          placeholder={LABEL}
          className="min-h-12 w-full border-line border-b bg-transparent pr-12 pl-4 text-15 text-ink-1 placeholder:text-ink-3 focus-visible:outline-none"
        />
        <Command.List className="min-h-0 flex-1 overflow-auto p-2" label="Currencies">
          <Command.Empty className="px-3 py-8 text-center text-13 text-ink-2">
            No matching currency. Try a shorter word or a symbol.
          </Command.Empty>
          {anyCoin !== undefined && (
            <CoinItem coin={{ symbol: '', name: anyCoin, logo: null }} isCurrent={current === ''} onChoose={choose} />
          )}
          {coins.map((coin) => (
            <CoinItem key={`${coin.symbol} ${coin.name ?? ''}`} coin={coin} isCurrent={coin.symbol === current} onChoose={choose} />
          ))}
        </Command.List>
      </Command>
    </Dialog>
  )
}

type CoinItemProps = { readonly coin: NamedCoin; readonly isCurrent: boolean; readonly onChoose: (symbol: string) => void }

const CoinItem = ({ coin: { symbol, name, logo }, isCurrent, onChoose }: CoinItemProps) => (
  <Command.Item
    value={symbol || (name ?? '')}
    keywords={name === null ? [] : [name]}
    onSelect={() => onChoose(symbol)}
    className="flex min-h-9 cursor-pointer items-center gap-3 rounded-md px-3 text-13 text-ink-1 data-[selected=true]:bg-surface-4 pointer-coarse:min-h-11"
  >
    {logo === null ? (
      <span className="size-5" />
    ) : (
      <img src={logo} alt="" width={20} height={20} loading="lazy" className="size-5 rounded-full" />
    )}
    <span className="min-w-0 flex-1 truncate">{name ?? symbol}</span>
    {predicted.has(symbol) && <span className="text-11 text-accent-text">Prediction</span>}
    <span className="w-16 text-right text-12 text-ink-2">{name === null ? '' : symbol}</span>
    <Check size={16} aria-label={isCurrent ? 'shown now' : undefined} aria-hidden={!isCurrent} className={isCurrent ? '' : 'invisible'} />
  </Command.Item>
)
