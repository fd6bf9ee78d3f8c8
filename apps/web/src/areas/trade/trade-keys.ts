import { priceText } from '@aerie/core/numbers/units'
import { useEffect } from 'react'
import { type Action, registerActions } from '../../platform/commands/action.ts'
import { useViewState } from '../../platform/mirror/views/view-state.ts'
import {
  arm,
  breakEven,
  breakEvenProblem,
  cancelAll,
  cancelOrder,
  chooseSide,
  closePosition,
  disarm,
  quickOrder,
  reversePosition,
  setStop,
  ticketTermsNow,
  touchArmed,
  useArmed,
  useTradingState,
} from '../trading/index.ts'
import { TRADE } from './trade-workspace.ts'

const symbolNow = (): string => useViewState.getState().channels[1].instrument.symbol

/** Timeout for a slot's code to load. */
const SLOT_PATIENCE_MS = 10_000

/** Opens a slot and focuses its content once rendered; any key or click before that cancels. */
function goToSlot(kind: string, selector: string): void {
  const slot = TRADE.store.getState().layout?.slots.find((each) => each.kind === kind)
  if (slot === undefined) return
  TRADE.focus(slot.id)
  const find = () => document.querySelector<HTMLElement>(`[data-kind="${kind}"] ${selector}`)
  const look = (): boolean => {
    const target = find()
    if (target === null || target.closest('[style*="display: none"]') !== null) return false
    target.focus()
    return document.activeElement === target
  }
  const end = new AbortController()
  const watch = new MutationObserver(() => look() && end.abort())
  requestAnimationFrame(() => {
    if (look()) return
    watch.observe(document.body, { childList: true, subtree: true, attributes: true, attributeFilter: ['style'] })
    const late = setTimeout(() => end.abort(), SLOT_PATIENCE_MS)
    end.signal.addEventListener('abort', () => {
      clearTimeout(late)
      watch.disconnect()
    })
    for (const act of ['keydown', 'pointerdown'] as const) {
      document.addEventListener(act, () => end.abort(), { capture: true, signal: end.signal })
    }
  })
}

function beginOrder(side: 'buy' | 'sell'): void {
  chooseSide(symbolNow(), side)
  // Focuses the switch button if the ticket is on another coin.
  goToSlot('ticket', ':is(input[name="amount"], [data-turn])')
}

/** Runs only while armed, and restarts the idle timeout. */
const armed = (work: () => void) => (): void => {
  if (!useArmed.getState().isArmed) return
  touchArmed()
  work()
}

function atBest(side: 'buy' | 'sell'): void {
  const symbol = symbolNow()
  const terms = ticketTermsNow(symbol)
  const price = side === 'buy' ? terms?.bestBid : terms?.bestAsk
  if (price != null) void quickOrder(symbol, { side, type: 'limit', price: priceText(price) })
}

const positionNow = () => useTradingState.getState().view?.positions.get(symbolNow())

function cancelNewest(): void {
  const orders = [...(useTradingState.getState().view?.orders.values() ?? [])]
  const newest = orders.filter(({ symbol }) => symbol === symbolNow()).at(-1)
  if (newest !== undefined) void cancelOrder(newest)
}

function stopToEntry(): void {
  const position = positionNow()
  const terms = ticketTermsNow(symbolNow())
  if (position === undefined || terms === null) return
  const to = breakEven(position, terms.instrument)
  if (to === null || breakEvenProblem(position, to) !== null) return
  void setStop(position, useTradingState.getState().view?.orders.values() ?? [], to)
}

const isArmed = (): boolean => useArmed.getState().isArmed
const action = (id: string, title: string, keys: string | undefined, run: () => void): Action => ({
  id: `trade ${id}`,
  title,
  group: 'Trade',
  keywords: 'trade order ticket',
  ...(keys === undefined ? {} : { keys }),
  run,
})
const whenArmed = (id: string, title: string, keys: string, run: () => void): Action => ({
  ...action(id, `${title} (while armed)`, keys, armed(run)),
  isOffered: isArmed,
  isAlwaysListed: true,
})

/** Single-key actions that send orders require arming. */
const TRADE_ACTIONS: readonly Action[] = [
  action('buy', 'Prepare a buy order', 'b', () => beginOrder('buy')),
  action('sell', 'Prepare a sell order', 's', () => beginOrder('sell')),
  action('go orders', 'Go to open orders', 'o', () => goToSlot('orders', 'tbody tr[tabindex]')),
  action('go positions', 'Go to positions', 'p', () => goToSlot('positions', 'tbody button')),
  action('go fills', 'Go to fills', 'l', () => goToSlot('fills', 'tbody button')),
  action('arm', 'Arm or disarm one-click trading', 'shift+a', () => (isArmed() ? disarm('user') : arm())),
  action('flatten', 'Cancel and close everything…', 'shift+k', () => document.querySelector<HTMLElement>('[data-kill]')?.click()),
  action('dead man', 'Dead-man switch…', 'shift+d', () => document.querySelector<HTMLElement>('[data-dead-man]')?.click()),
  action('cancel all', 'Cancel all orders of every coin', undefined, () => void cancelAll()),
  whenArmed('join bid', 'Buy at the best bid', 'q', () => atBest('buy')),
  whenArmed('join ask', 'Sell at the best ask', 'e', () => atBest('sell')),
  whenArmed('buy market', 'Buy at market', 'shift+b', () => void quickOrder(symbolNow(), { side: 'buy', type: 'market' })),
  whenArmed('sell market', 'Sell at market', 'shift+s', () => void quickOrder(symbolNow(), { side: 'sell', type: 'market' })),
  whenArmed('cancel newest', 'Cancel the newest order', 'c', cancelNewest),
  whenArmed('cancel coin', 'Cancel all orders of this coin', 'shift+c', () => void cancelAll(symbolNow())),
  whenArmed('close', 'Close the position', 'f', () => withPosition((position) => closePosition(position, '1'))),
  whenArmed('close half', 'Close half of the position', 'shift+f', () => withPosition((position) => closePosition(position, '0.5'))),
  whenArmed('reverse', 'Reverse the position', 'r', () => withPosition(reversePosition)),
  whenArmed('break even', 'Stop to break-even', 'z', stopToEntry),
]

function withPosition(work: (position: NonNullable<ReturnType<typeof positionNow>>) => Promise<unknown>): void {
  const position = positionNow()
  if (position !== undefined) void work(position)
}

export function TradeKeys() {
  useEffect(() => registerActions('trade', TRADE_ACTIONS), [])
  return null
}
