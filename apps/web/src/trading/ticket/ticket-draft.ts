import type { SizeUnit } from '@aerie/core/market/order-size'
import { recordKeys } from '@aerie/core/record-keys'
import type { OrderBody } from '@aerie/wire/trading/trading'
import { create } from 'zustand'

/** How long a good-till order stands, in minutes by the market's clock. */
export const GOOD_FOR_MINUTES = [5, 60, 240, 1_440, 10_080] as const

/** An order as it is being written: every figure is the text that was typed, and nothing of it is a number yet. */
export type TicketDraft = {
  readonly side: OrderBody['side']
  readonly type: OrderBody['type']
  readonly amount: string
  readonly unit: SizeUnit
  readonly price: string
  readonly trigger: string
  readonly triggerBy: 'mark' | 'last'
  /** Distance of a trailing stop, in `callbackUnit`. */
  readonly callback: string
  /** `price` is in the quote currency, as prices are. */
  readonly callbackUnit: 'percent' | 'price'
  readonly activation: string
  readonly toPrice: string
  readonly legs: string
  /** Each gap between prices of a scaled order by the one before. */
  readonly skew: string
  /** The last size of a scaled order by the first. */
  readonly sizeSkew: string
  readonly minutes: string
  readonly timeInForce: 'gtc' | 'ioc' | 'fok' | 'gtd'
  readonly goodForMinutes: (typeof GOOD_FOR_MINUTES)[number]
  readonly isPostOnly: boolean
  readonly isReduceOnly: boolean
  readonly leverage: string
  readonly margin: 'cross' | 'isolated'
  /** Farthest that a market order may trade from the mark, in percent; empty: the venue's 5 %. */
  readonly slippage: string
  readonly takeProfit: string
  readonly takeProfitPrice: string
  readonly stopLoss: string
  readonly stopLossPrice: string
}

/** A field of the ticket into which something is typed. */
export type TicketField = {
  [Name in keyof TicketDraft]: TicketDraft[Name] extends string ? (string extends TicketDraft[Name] ? Name : never) : never
}[keyof TicketDraft]

/** What belongs to one order alone. */
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
  /** The coin that its prices are of; null before the first. */
  readonly symbol: string | null
  readonly draft: TicketDraft
  /** Who filled it in, where it was not the user: said above the fields. */
  readonly filledBy: string | null
  /** The firing that led here; it goes with the order, for the journal. */
  readonly alert: string | null
}

/** The one ticket of this window. State only; the functions below change it. */
export const useTicket = create<Ticket>(() => ({ symbol: null, draft: BLANK, filledBy: null, alert: null }))

/** Changes what is written. */
export const changeTicket = (change: Partial<TicketDraft>): void =>
  useTicket.setState(({ draft }) => ({ draft: { ...draft, ...change }, filledBy: null }))

type Setting = Pick<TicketDraft, 'leverage' | 'margin'>
let heldOf: (symbol: string) => Setting | null = () => null

/** Says how a coin is traded in which something is open; called by the account, which the screens that only fill the ticket do not load. */
export const bindHeld = (given: typeof heldOf): void => {
  heldOf = given
}

/** Turns the ticket to a coin: the prices of another coin would make no sense, what is chosen besides them stays. */
export function turnTicket(symbol: string): void {
  const { symbol: before, draft } = useTicket.getState()
  if (before !== symbol) fillTicket(symbol, before === null ? draft : { ...draft, ...NO_FIGURES }, null)
}

/**
 * Fills the ticket in for the user, who reads it and submits it, or not. What is not given is blank; leverage and margin mode are those
 * of what is open in the coin, whatever is given.
 *
 * @param filledBy who did: `the risk calculator`, `Agent EagleEye`
 */
export const fillTicket = (symbol: string, given: Partial<TicketDraft>, filledBy: string | null): void =>
  useTicket.setState({ symbol, draft: { ...BLANK, ...given, ...heldOf(symbol) }, filledBy, alert: null })

/** Turns the ticket to a coin because of an alert that fired. */
export function ticketFromAlert(symbol: string, alert: string): void {
  turnTicket(symbol)
  useTicket.setState({ alert })
}

/**
 * Empties the fields of one order after it was sent; type, side, unit and leverage stay for the next. Nothing is emptied where the next
 * is being written already.
 *
 * @param sent the ticket as it was sent
 */
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

/** Takes over leverage and margin mode of what is open in its coin: an order that says nothing else must not change them. */
export function adoptLeverage(symbol: string, leverage: number, margin: TicketDraft['margin']): void {
  const { symbol: of, draft } = useTicket.getState()
  if (of === symbol) useTicket.setState({ draft: { ...draft, leverage: String(leverage), margin } })
}
