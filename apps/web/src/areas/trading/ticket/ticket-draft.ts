import type { SizeUnit } from '@aerie/core/market/order-size'
import { recordKeys } from '@aerie/core/record-keys'
import type { OrderBody } from '@aerie/wire/trading/trading'
import { create } from 'zustand'
import { heldSetting } from '../account/position-figures.ts'
import { useTradingState } from '../account/trading-state.ts'

/** Lifetimes of good-till orders, in minutes of market time. */
export const GOOD_FOR_MINUTES = [5, 60, 240, 1_440, 10_080] as const

/** An order being edited: every figure is the text as typed, never a number. */
export type TicketDraft = {
  readonly side: OrderBody['side']
  readonly type: OrderBody['type']
  readonly amount: string
  readonly unit: SizeUnit
  readonly price: string
  readonly trigger: string
  readonly triggerBy: 'mark' | 'last'
  readonly callback: string
  readonly callbackUnit: 'percent' | 'price'
  readonly activation: string
  readonly toPrice: string
  readonly legs: string
  /** Ratio of each gap between prices of a scaled order to the previous gap. */
  readonly skew: string
  /** Ratio of the last size of a scaled order to the first. */
  readonly sizeSkew: string
  readonly minutes: string
  readonly timeInForce: 'gtc' | 'ioc' | 'fok' | 'gtd'
  readonly goodForMinutes: (typeof GOOD_FOR_MINUTES)[number]
  readonly isPostOnly: boolean
  readonly isReduceOnly: boolean
  readonly leverage: string
  readonly margin: 'cross' | 'isolated'
  /** Maximum distance of a market order from the mark, in percent; empty: the venue's 5 %. */
  readonly slippage: string
  readonly takeProfit: string
  readonly takeProfitPrice: string
  readonly stopLoss: string
  readonly stopLossPrice: string
}

export type TicketField = {
  [Name in keyof TicketDraft]: TicketDraft[Name] extends string ? (string extends TicketDraft[Name] ? Name : never) : never
}[keyof TicketDraft]

const NO_FIGURES = {
  amount: '',
  price: '',
  trigger: '',
  callback: '',
  callbackUnit: 'percent',
  activation: '',
  toPrice: '',
  legs: '5',
  skew: '1',
  sizeSkew: '1',
  minutes: '30',
  isReduceOnly: false,
  leverage: '1',
  margin: 'cross',
  takeProfit: '',
  takeProfitPrice: '',
  stopLoss: '',
  stopLossPrice: '',
} as const satisfies Partial<TicketDraft>

const BLANK: TicketDraft = {
  ...NO_FIGURES,
  side: 'buy',
  type: 'limit',
  unit: 'coin',
  triggerBy: 'mark',
  timeInForce: 'gtc',
  goodForMinutes: 60,
  isPostOnly: false,
  slippage: '',
}

type Ticket = {
  readonly symbol: string | null
  readonly draft: TicketDraft
  /** Who filled it in if not the user; shown above the fields. */
  readonly filledBy: string | null
  /** The fired alert that led here; sent with the order, for the journal. */
  readonly alert: string | null
}

/** The only ticket of this window; changed only by the functions below. A market order needs nothing but a size. */
export const useTicket = create<Ticket>(() => ({ symbol: null, draft: { ...BLANK, type: 'market' }, filledBy: null, alert: null }))

export const changeTicket = (change: Partial<TicketDraft>): void =>
  useTicket.setState(({ draft }) => ({ draft: { ...draft, ...change }, filledBy: null }))

type Setting = Pick<TicketDraft, 'leverage' | 'margin'>

/** Of what is open in the coin; null if nothing is, or the account is not known. */
function heldOf(symbol: string): Setting | null {
  const held = heldSetting(useTradingState.getState().view, symbol)
  return held && { leverage: String(held.leverage), margin: held.mode }
}

export function turnTicket(symbol: string): void {
  const { symbol: before, draft } = useTicket.getState()
  if (before !== symbol) fillTicket(symbol, before === null ? draft : { ...draft, ...NO_FIGURES }, null)
}

/** Only the user submits. Omitted fields are blank; leverage and margin mode follow what is open in the coin, even if given. */
export const fillTicket = (symbol: string, given: Partial<TicketDraft>, filledBy: string | null): void =>
  useTicket.setState({ symbol, draft: { ...BLANK, ...given, ...heldOf(symbol) }, filledBy, alert: null })

export function ticketFromAlert(symbol: string, alert: string): void {
  turnTicket(symbol)
  useTicket.setState({ alert })
}

/** Type, side, unit and leverage stay. Does nothing if the next order is already being edited. `sent`: the ticket as it was sent. */
export function clearTicket(sent: Pick<Ticket, 'symbol' | 'draft' | 'alert'>): void {
  const { symbol, draft, alert } = useTicket.getState()
  const empty = { ...draft, ...NO_FIGURES, leverage: draft.leverage, margin: draft.margin }
  const isSent =
    symbol === sent.symbol &&
    draft.unit === sent.draft.unit &&
    recordKeys(NO_FIGURES).every((field) => draft[field] === empty[field] || draft[field] === sent.draft[field])
  if (isSent) useTicket.setState({ draft: empty, filledBy: null })
  if (alert === sent.alert) useTicket.setState({ alert: null })
}

/** Adopts leverage and margin mode of what is open in the coin: an order must not change them by default. */
export function adoptLeverage(symbol: string, leverage: number, margin: TicketDraft['margin']): void {
  const { symbol: of, draft } = useTicket.getState()
  if (of === symbol) useTicket.setState({ draft: { ...draft, leverage: String(leverage), margin } })
}

export function chooseSide(symbol: string, side: TicketDraft['side']): void {
  const { symbol: of } = useTicket.getState()
  if (of === null || of === symbol) changeTicket({ side })
}
