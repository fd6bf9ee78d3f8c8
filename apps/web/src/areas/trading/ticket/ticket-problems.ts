import type { TicketField } from './ticket-draft.ts'

export type Problems = Partial<Record<TicketField | 'goodForMinutes', string>>

const NAMES: Partial<Record<TicketField, string>> = {
  amount: 'a size',
  price: 'a price',
  trigger: 'a trigger price',
  callback: 'a distance',
  toPrice: 'the last price',
  legs: 'the number of orders',
  skew: 'the price skew',
  sizeSkew: 'the size skew',
  minutes: 'the minutes',
}
export const missing = (field: TicketField): string => `Enter ${NAMES[field] ?? field}.`
