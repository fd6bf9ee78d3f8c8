import type { Brand } from '@aerie/core/brand'

/** Integer request parameter; providers reject `309.5`, so plain numbers are not accepted. */
export type Whole = Brand<number, 'Whole'>
/** Request parameters: text or integers. */
export type Query = Readonly<Record<string, string | Whole>>

/** Rounds down to an integer parameter. @throws RangeError for NaN or unsafe integers */
export function whole(value: number): Whole {
  const floor = Math.floor(value)
  if (!Number.isSafeInteger(floor)) throw new RangeError(`${value} cannot be sent as a whole number`)
  return floor as Whole
}

/** Only query string builder: escapes names and values. */
export const queryText = (query: Query): string =>
  Object.entries(query)
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .join('&')
