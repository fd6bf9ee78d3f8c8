import './trade.css'
import { price, priceText, size, sizeText } from '@aerie/core/numbers/units'
import type { TradingFill } from '@aerie/wire/trading/trading-positions'
import { type KeyboardEvent, useEffect } from 'react'
import { isElement } from '../../platform/browser/is-element.ts'
import { CURRENT_TAB, onceAcrossTabs, type TabContext } from '../../platform/browser/once-across-tabs.ts'
import { exactFigure } from '../../platform/format/figures.ts'
import { isMirrorWindow } from '../../platform/mirror/windows/is-mirror-window.ts'
import { usePageTitle } from '../../platform/navigation/page-title.ts'
import { readStored, writeStored } from '../../platform/storage/storage.ts'
import { notify } from '../../platform/toasts/toast.ts'
import { Button } from '../../ui/controls/button.tsx'
import { EventLinks, followAlertNews, markRead, useAlertNews } from '../alerts/index.ts'
import { accountText, disarm, FILLS_KEPT, fillWord, onFill, priceAtTick, priceFrom, sizeFrom, useTradingState } from '../trading/index.ts'
import { WorkspaceView } from '../workspace/index.ts'
import { AccountNotice } from './account/account-frame.tsx'
import { TradeBar } from './bar/trade-bar.tsx'
import { playFill } from './fill-sound.ts'
import { TradeKeys } from './trade-keys.ts'
import { TRADE } from './trade-workspace.ts'

export function TradePage() {
  usePageTitle('Trade')
  useEffect(() => () => disarm('left'), [])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only keeps held keys from the buttons in it
    <div className="trade flex h-[calc(100dvh-var(--header)-var(--floor))] min-h-[34rem] min-w-0 flex-none flex-col" onKeyDown={onceAPress}>
      <FillNews />
      <TradeKeys />
      <TradeBar />
      <LiquidationBanner />
      <AccountNotice />
      <WorkspaceView workspace={TRADE} title="Trade" windowName={isMirrorWindow() ? window.name : ''} />
    </div>
  )
}

/** Ignores key repeat of Enter: each click may be an order. */
export function onceAPress(event: KeyboardEvent): void {
  if (event.repeat && event.key === 'Enter' && isElement(event.target) && event.target.tagName === 'BUTTON') event.preventDefault()
}

/** Announces each fill, in one window of this browser. */
function FillNews() {
  useEffect(() => {
    const news = fillNews()
    const stop = onFill(news.handle)
    return () => {
      stop()
      news.close()
    }
  }, [])
  return null
}

/** Maximum number of fills aggregated per order. */
const MOST_NOTIFIED = 500
/** Fills within this time are reported together. */
const BURST_MS = 150
/** Delay in a hidden window, so that a visible one reports first; without one, the hidden window reports. */
const HIDDEN_MS = 600

const HERE: TabContext = { ...CURRENT_TAB, isVisible: () => true }

/** Batches fills into notifications; skips fills that another window reports. */
export function fillNews(here: TabContext = HERE) {
  let burst: TradingFill[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  let isClosed = false
  let notified: readonly TradingFill[] = []
  const notifyBurst = () => {
    timer = undefined
    const [first] = burst
    // One growing message per order: a stack of messages would cover the ticket.
    notified = first !== undefined && notified[0]?.order === first.order ? [...notified, ...burst].slice(-MOST_NOTIFIED) : burst
    burst = []
    notify('success', fillText(notified), { multiple: true, key: `fills ${first?.order}` })
  }
  const take = (fill: TradingFill) => {
    if (isClosed) return
    if (burst.length === 0) playFill(fill.side)
    burst.push(fill)
    timer ??= setTimeout(notifyBurst, BURST_MS)
  }
  return {
    handle: (fill: TradingFill): void => {
      // Without the Web Locks API, windows cannot coordinate: duplicates are better than none.
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

const NOTIFIED_KEY = 'aerie.fills-told'

/** Remembers reported fills across windows: a frozen window may receive one much later. */
function isNews(id: string): boolean {
  const before = (readStored(NOTIFIED_KEY) ?? '').split(' ')
  if (before.includes(id)) return false
  writeStored(NOTIFIED_KEY, [...before, id].slice(-FILLS_KEPT).join(' '))
  return true
}

/** Names the account kind: paper fills must not look real. */
function fillText(fills: readonly TradingFill[]): string {
  const account = useTradingState.getState().view?.account
  const [first] = fills
  if (first === undefined) return ''
  const own = fills.filter(({ order }) => order === first.order)
  const text = `${fillWord(first)} ${sumText(own, first)}`
  const more = fills.length > own.length ? ` and ${fills.length - own.length} more` : ''
  return `${text}${more}${account === undefined ? '' : ` · ${accountText(account)}`}`
}

function sumText(fills: readonly TradingFill[], { symbol, price: only }: TradingFill): string {
  let [amount, worth] = [0n, 0n]
  for (const fill of fills) {
    const traded = sizeFrom(fill.size) ?? 0n
    amount += traded
    worth += traded * (priceFrom(fill.price) ?? 0n)
  }
  const average = fills.length === 1 || amount === 0n ? only : priceText(price(worth / amount))
  return `${exactFigure(sizeText(size(amount)))} ${symbol} at ${priceAtTick(average, symbol)}`
}

/** The newest unread liquidation, until it is dismissed here or read in the bell. */
export function LiquidationBanner() {
  useEffect(followAlertNews, [])
  const firing = useAlertNews(({ firings }) => firings?.find(({ terms, is_read }) => terms.kind === 'liquidated' && !is_read))
  if (firing === undefined) return null
  return (
    <div role="alert" className="flex flex-wrap items-center gap-x-4 gap-y-1 border-danger border-b bg-surface-1 px-3 py-2 text-13">
      <p className="num min-w-0 flex-1 text-danger">{firing.text}</p>
      <EventLinks firing={firing} />
      <Button size="sm" variant="ghost" onClick={() => void markRead({ ids: [firing.id] })}>
        Dismiss
      </Button>
    </div>
  )
}
