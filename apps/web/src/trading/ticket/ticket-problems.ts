import type { TicketField } from './ticket-draft.ts'
import * as WORDS from './ticket-words.ts'

/** What is wrong with the ticket, or missing, by field. */
export type Problems = Partial<Record<TicketField | 'goodForMinutes', string>>

const NAMES: Partial<Record<TicketField, string>> = {
  amount: 'a size',
  price: 'a price',
  trigger: WORDS.aTriggerPrice,
  callback: 'a distance',
  toPrice: WORDS.theLastPrice,
  legs: WORDS.theNumberOfOrders,
  skew: WORDS.theSkew,
  sizeSkew: WORDS.theSizeSkew,
  minutes: WORDS.theMinutes,
}
/** What to say where a field that is needed is empty. */
export const missing = (field: TicketField): string => WORDS.enter(NAMES[field] ?? field)
