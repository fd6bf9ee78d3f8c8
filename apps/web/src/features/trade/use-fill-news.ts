import type { TradingFill } from '@aerie/wire/trading-positions'
import { useEffect } from 'react'
import { figure } from '../../trading/exact.ts'
import { accountWords } from '../../trading/source-words.ts'
import { onFill, useTradingState } from '../../trading/trading-store.ts'
import { notify } from '../../ui/toast.ts'
import { playFill } from './fill-sound.ts'

/** Fills of one burst are said together. */
const BURST_MS = 150

/** Says and sounds each fill while the screen is there. */
export function useFillNews(): void {
  useEffect(() => {
    let burst: TradingFill[] = []
    let timer: ReturnType<typeof setTimeout> | undefined
    const tell = () => {
      timer = undefined
      const fills = burst
      burst = []
      notify('success', fillWords(fills), { multiple: true })
    }
    const stop = onFill((fill) => {
      if (burst.length === 0) playFill(fill.side)
      burst.push(fill)
      timer ??= setTimeout(tell, BURST_MS)
    })
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [])
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
