import { DECIMALS, FRACTION_ONE, type Fraction, fraction, price, size } from '@aerie/core/numbers/units'
import type { Modification } from '@aerie/trading/commands'
import { decimalOf, TermsFault, termsOf } from '@aerie/trading/orders/terms'
import type { OrderBody } from '@aerie/wire/trading/trading'
import type { orderChange } from '@aerie/wire/trading/trading-orders'
import type * as z from 'zod/mini'
import { AppError } from '../../platform/http/app-error.ts'

export const badField = (field: string, message: string): AppError =>
  new AppError('bad_input', { detail: `The body is not as expected: ${field}: ${message}.`, errors: { [field]: [message] } })

function reading<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (error instanceof TermsFault) throw badField(error.field, error.message.slice(error.field.length + 2))
    throw error
  }
}

export const readTerms = (body: OrderBody) => reading(() => termsOf(body))
/** Decimal field as an integer. @throws AppError bad_input */
export const readField = (field: string, text: string, decimals: number): bigint => reading(() => decimalOf(field, text, decimals))

export const readChange = (body: z.output<typeof orderChange>): Omit<Modification, 'clientId'> => ({
  size: body.size === undefined ? undefined : size(readField('size', body.size, DECIMALS.size)),
  price: body.price === undefined ? undefined : price(readField('price', body.price, DECIMALS.price)),
  trigger: body.trigger === undefined ? undefined : price(readField('trigger', body.trigger, DECIMALS.price)),
})

/** Share of a position; the whole if absent. @throws AppError bad_input */
export function readPart(text: string | undefined): Fraction {
  const part = text === undefined ? FRACTION_ONE : readField('fraction', text, DECIMALS.fraction)
  if (part <= 0n || part > FRACTION_ONE) throw badField('fraction', 'above 0 and at most 1')
  return fraction(part)
}
