import { percentText } from '@aerie/core/numbers/number-text'
import { percentChange } from '@aerie/core/numbers/percent-change'
import { SECOND_MS } from '@aerie/core/time'
import type { TradingInstrument } from '@aerie/wire/trading/trading-account'
import { useQuery } from '@tanstack/react-query'
import { Command } from 'cmdk'
import { Star } from 'lucide-react'
import { useState } from 'react'
import { queryClient } from '../../../platform/api/query-client.ts'
import { nameScore } from '../../../platform/browser/name-score.ts'
import { DASH, rateFigure } from '../../../platform/format/figures.ts'
import { priceText } from '../../../platform/format/market-text.ts'
import { type BoardCoin, useBoard } from '../../../platform/live/market/board.ts'
import { changeChannel } from '../../../platform/mirror/views/view-state.ts'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { ErrorText } from '../../../ui/states/error-state.tsx'
import { useStars } from '../../market/index.ts'
import { tradingCalls } from '../../trading/index.ts'
import { MarketStrip } from './market-strip.tsx'

const LABEL = 'Search a market by name or symbol'
const FUNDING_NOTE = 'Hourly funding so far in this hour. Known for markets that are followed: those shown or traded lately.'
const rank = (value: string, typed: string, keywords?: readonly string[]): number => nameScore(typed, [value, ...(keywords ?? [])])

/** Star, name, price, change, funding and leverage. A phone has no space for the funding. */
const ROW =
  'grid grid-cols-[28px_minmax(0,1fr)_88px_72px_72px_44px] items-center gap-2 *:nth-[n+3]:whitespace-nowrap *:nth-[n+3]:text-right max-[30rem]:grid-cols-[28px_minmax(0,1fr)_92px_66px_34px] max-[30rem]:*:nth-5:hidden'

type MarketListProps = { readonly symbol: string; readonly onClose: () => void }

/** All markets, the starred ones first. */
export function MarketList({ symbol, onClose }: MarketListProps) {
  const board = useBoard()
  const { data: instruments = [], error } = useQuery(
    {
      queryKey: ['trading', 'instruments', 'now'],
      queryFn: ({ signal }) => tradingCalls.instruments({ signal }),
      refetchInterval: 5 * SECOND_MS,
    },
    queryClient,
  )
  const { starred, toggle } = useStars()
  const [value, setValue] = useState(symbol)
  const coins = new Map(board.kind === 'ready' ? board.coins.map((coin) => [coin.symbol, coin]) : [])
  const rankOf = (of: string): number => coins.get(of)?.rank ?? Number.POSITIVE_INFINITY
  const listed = instruments.toSorted(
    (a, b) => Number(starred.has(b.symbol)) - Number(starred.has(a.symbol)) || rankOf(a.symbol) - rankOf(b.symbol),
  )
  const choose = (chosen: string) => {
    onClose()
    if (chosen !== symbol) changeChannel(1, { instrument: { symbol: chosen, label: chosen } })
  }
  return (
    <Dialog title="Choose a market" titleHidden isWide className="sm:mt-[8dvh] sm:mb-auto" onClose={onClose}>
      <Command
        label={LABEL}
        loop
        filter={rank}
        value={value}
        onValueChange={setValue}
        className="-m-5 flex max-h-[76dvh] flex-col"
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !event.shiftKey) return
          event.preventDefault()
          toggle(value)
        }}
      >
        <Command.Input
          data-autofocus=""
          placeholder={LABEL}
          className="min-h-12 w-full border-line border-b bg-transparent pr-12 pl-4 text-15 text-ink-1 placeholder:text-ink-3 focus-visible:outline-none"
        />
        <MarketStrip symbol={symbol} className="flex flex-wrap border-line border-b px-4 py-2" />
        <div className={`${ROW} px-5 py-1 text-11 text-ink-3`} aria-hidden="true">
          <span />
          <span>Market</span>
          <span>Price</span>
          <span>24 h</span>
          <span title={FUNDING_NOTE}>Funding</span>
          <span>Max</span>
        </div>
        <Command.List className="min-h-0 flex-1 overflow-auto p-2" label="Markets">
          <Command.Empty className="px-3 py-8 text-center text-13 text-ink-2">
            {error === null ? 'No matching market. Try a shorter word or a symbol.' : <ErrorText error={error} />}
          </Command.Empty>
          {listed.map((instrument) => (
            <MarketItem
              key={instrument.symbol}
              instrument={instrument}
              coin={coins.get(instrument.symbol)}
              isStarred={starred.has(instrument.symbol)}
              onStar={toggle}
              onChoose={choose}
            />
          ))}
        </Command.List>
        <p className="border-line border-t px-5 py-2 text-12 text-ink-2">Enter shows a market, Shift+Enter stars it.</p>
      </Command>
    </Dialog>
  )
}

type MarketItemProps = {
  readonly instrument: TradingInstrument
  readonly coin: BoardCoin | undefined
  readonly isStarred: boolean
  readonly onStar: (symbol: string) => void
  readonly onChoose: (symbol: string) => void
}

function MarketItem({ instrument: { symbol, max_leverage, funding }, coin, isStarred, onStar, onChoose }: MarketItemProps) {
  const change = coin === undefined ? undefined : percentChange(coin.price, coin.closes['24h'])
  return (
    <Command.Item
      value={symbol}
      keywords={coin === undefined ? [] : [coin.name]}
      onSelect={() => onChoose(symbol)}
      className={`${ROW} num min-h-9 cursor-pointer rounded-md px-3 text-13 text-ink-1 data-[selected=true]:bg-surface-4 pointer-coarse:min-h-11`}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: an option may hold no button; its key is Shift+Enter */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: see above */}
      <span
        className="grid size-7 place-items-center text-ink-3 data-on:text-accent-text"
        data-on={isStarred || undefined}
        title={isStarred ? 'Starred' : 'Not starred'}
        onClick={(event) => {
          event.stopPropagation()
          onStar(symbol)
        }}
      >
        <Star size={14} aria-hidden="true" fill={isStarred ? 'currentColor' : 'none'} />
        {isStarred && <span className="sr-only">Starred</span>}
      </span>
      <span className="min-w-0 truncate">
        <span translate="no">{symbol}</span> <span className="text-12 text-ink-2">{coin?.name}</span>
      </span>
      <span translate="no" className={coin?.isStale === true ? 'text-warning' : ''} title={coin?.isStale === true ? 'stale' : undefined}>
        {coin === undefined || coin.price === null ? DASH : priceText(coin.price, coin.quote)}
      </span>
      <span translate="no" data-tone={change?.known === true ? (change.value < 0 ? 'down' : 'up') : undefined}>
        {change?.known === true ? percentText(change.value) : DASH}
      </span>
      <span translate="no" title={funding === null ? FUNDING_NOTE : undefined}>
        {rateFigure(funding)}
      </span>
      <span translate="no" className="text-ink-2">{`${max_leverage}×`}</span>
    </Command.Item>
  )
}
