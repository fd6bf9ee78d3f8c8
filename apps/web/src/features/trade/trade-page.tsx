import './trade.css'
import { price, priceText, size, sizeText } from '@aerie/core/numbers/units'
import type { TradingFill } from '@aerie/wire/trading/trading-positions'
import { type KeyboardEvent, useEffect } from 'react'
import { CURRENT_TAB, onceAcrossTabs, type TabContext } from '../../alerts/once-across-tabs.ts'
import { isElement } from '../../lib/is-element.ts'
import { readStored, writeStored } from '../../lib/storage/storage.ts'
import { isMirrorWindow } from '../../mirror/windows/is-mirror-window.ts'
import { usePageTitle } from '../../navigation/page-title.ts'
import { exactFigure } from '../../platform/format/figures.ts'
import { priceFrom, sizeFrom } from '../../trading/account/exact.ts'
import { priceAtTick } from '../../trading/account/instruments.ts'
import { FILLS_KEPT } from '../../trading/account/trading-calls.ts'
import { onFill, useTradingState } from '../../trading/account/trading-store.ts'
import { disarm } from '../../trading/orders/armed.ts'
import { accountWords } from '../../trading/source-words.ts'
import { notify } from '../../ui/states/toast.ts'
import { WorkspaceView } from '../../workspace/workspace-view.tsx'
import { AccountNotice } from './account/account-frame.tsx'
import { TradeBar } from './bar/trade-bar.tsx'
import { playFill } from './fill-sound.ts'
import { TradeKeys } from './trade-keys.ts'
import { TRADE } from './trade-workspace.ts'

/** Trading on paper: `/claw/trade`. */
export function TradePage() {
  usePageTitle('Trade')
  useEffect(() => () => disarm('left'), [])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only keeps held keys from the buttons in it
    <div className="trade" onKeyDown={onceAPress}>
      <FillNews />
      <TradeKeys />
      <TradeBar />
      <AccountNotice />
      <WorkspaceView workspace={TRADE} title="Trade" windowName={isMirrorWindow() ? window.name : ''} />
    </div>
  )
}

/** Enter that is held presses a button once: each press may be an order, of a price in the book or of a part of a position. */
export function onceAPress(event: KeyboardEvent): void {
  if (event.repeat && event.key === 'Enter' && isElement(event.target) && event.target.tagName === 'BUTTON') event.preventDefault()
}

/** Says and sounds each fill while it is there: in one window of this browser. */
function FillNews() {
  useEffect(() => {
    const news = fillNews()
    const stop = onFill(news.hear)
    return () => {
      stop()
      news.close()
    }
  }, [])
  return null
}

/** Fills of one order that are added up, at most. */
const MOST_TOLD = 500
/** Fills of one burst are said together. */
const BURST_MS = 150
/** What a hidden window leaves to one that can be seen. Where there is none, it is heard all the same. */
const HIDDEN_MS = 600

const HERE: TabContext = { ...CURRENT_TAB, isVisible: () => true }

/** Takes fills, and tells those of a burst together. A fill that another window of the browser tells is left to it. */
export function fillNews(here: TabContext = HERE) {
  let burst: TradingFill[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  let isClosed = false
  let told: readonly TradingFill[] = []
  const tell = () => {
    timer = undefined
    const [first] = burst
    // An order that fills bit by bit has one message, which grows: a pile of them would lie over the ticket.
    told = first !== undefined && told[0]?.order === first.order ? [...told, ...burst].slice(-MOST_TOLD) : burst
    burst = []
    notify('success', fillWords(told), { multiple: true, key: `fills ${first?.order}` })
  }
  const take = (fill: TradingFill) => {
    if (isClosed) return
    if (burst.length === 0) playFill(fill.side)
    burst.push(fill)
    timer ??= setTimeout(tell, BURST_MS)
  }
  return {
    hear: (fill: TradingFill): void => {
      // Without locks windows know nothing of each other: better twice than never.
      if (here.locks === undefined) take(fill)
      else if (document.hidden) setTimeout(() => claim(fill, take, here), HIDDEN_MS)
      else claim(fill, take, here)
    },
    close: (): void => {
      isClosed = true
      clearTimeout(timer)
    },
  }
}

const claim = (fill: TradingFill, take: (fill: TradingFill) => void, here: TabContext): void => {
  onceAcrossTabs(`fill ${fill.id}`, () => isNews(fill.id) && take(fill), here).catch((error: unknown) => reportError(error))
}

const TOLD_KEY = 'aerie.fills-told'

/** Whether no window of this browser has told it: one that was frozen reads it much later. Remembers it. */
function isNews(id: string): boolean {
  const before = (readStored(TOLD_KEY) ?? '').split(' ')
  if (before.includes(id)) return false
  writeStored(TOLD_KEY, [...before, id].slice(-FILLS_KEPT).join(' '))
  return true
}

/** What was filled, an order's fills added up, with the kind of account: a fill on paper is no real one. */
function fillWords(fills: readonly TradingFill[]): string {
  const account = useTradingState.getState().view?.account
  const [first] = fills
  if (first === undefined) return ''
  const own = fills.filter(({ order }) => order === first.order)
  const words = `${first.side === 'buy' ? 'Bought' : 'Sold'} ${sumWords(own, first)}`
  const more = fills.length > own.length ? ` and ${fills.length - own.length} more` : ''
  return `${words}${more}${account === undefined ? '' : ` · ${accountWords(account)}`}`
}

/** Their size and average price. */
function sumWords(fills: readonly TradingFill[], { symbol, price: only }: TradingFill): string {
  let [amount, worth] = [0n, 0n]
  for (const fill of fills) {
    const traded = sizeFrom(fill.size) ?? 0n
    amount += traded
    worth += traded * (priceFrom(fill.price) ?? 0n)
  }
  const average = fills.length === 1 || amount === 0n ? only : priceText(price(worth / amount))
  return `${exactFigure(sizeText(size(amount)))} ${symbol} at ${priceAtTick(average, symbol)}`
}
