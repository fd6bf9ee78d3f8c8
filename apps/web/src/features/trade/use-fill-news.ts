import type { TradingFill } from '@aerie/wire/trading-positions'
import { useEffect } from 'react'
import { CURRENT_TAB, onceAcrossTabs, type TabContext } from '../../alerts/once-across-tabs.ts'
import { figure } from '../../trading/exact.ts'
import { accountWords } from '../../trading/source-words.ts'
import { onFill, useTradingState } from '../../trading/trading-store.ts'
import { notify } from '../../ui/toast.ts'
import { playFill } from './fill-sound.ts'

/** Fills of one burst are said together. */
const BURST_MS = 150
/** What a hidden window leaves to one that can be seen. Where there is none, it is heard all the same. */
const HIDDEN_MS = 600

const HERE: TabContext = { ...CURRENT_TAB, isVisible: () => true }

/** Says and sounds each fill while the screen is there: in one window of this browser. */
export function useFillNews(): void {
  useEffect(() => {
    const news = fillNews()
    const stop = onFill(news.hear)
    return () => {
      stop()
      news.close()
    }
  }, [])
}

/** Takes fills, and tells those of a burst together. A fill that another window of the browser tells is left to it. */
export function fillNews(here: TabContext = HERE) {
  let burst: TradingFill[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  let isClosed = false
  const tell = () => {
    timer = undefined
    const fills = burst
    burst = []
    notify('success', fillWords(fills), { multiple: true })
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
  onceAcrossTabs(`fill ${fill.id}`, () => take(fill), here).catch((error: unknown) => reportError(error))
}

/** What was filled, with the kind of account: a fill on paper is no real one. */
export function fillWords(fills: readonly TradingFill[]): string {
  const account = useTradingState.getState().view?.account
  const [first] = fills
  if (first === undefined) return ''
  const words = `${first.side === 'buy' ? 'Bought' : 'Sold'} ${figure(first.size)} ${first.symbol} at ${figure(first.price)}`
  const more = fills.length > 1 ? ` and ${fills.length - 1} more` : ''
  return `${words}${more}${account === undefined ? '' : ` · ${accountWords(account)}`}`
}
