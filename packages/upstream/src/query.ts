import type { Brand } from '@aerie/core/brand'

/** A whole number in a request to a provider: they refuse `309.5`, so a plain number does not fit. */
export type Whole = Brand<number, 'Whole'>
/** Parameters of a request: text, or whole numbers. */
export type Query = Readonly<Record<string, string | Whole>>

/**
 * A number fit to be sent: rounded down.
 *
 * @throws RangeError for what is no number or too large to be exact
 */
export function whole(value: number): Whole {
  const floor = Math.floor(value)
  if (!Number.isSafeInteger(floor)) throw new RangeError(`${value} cannot be sent as a whole number`)
  return floor as Whole // the one place that mints it
}

/** The one builder of query strings: names and values escaped, numbers whole by their type. */
export const queryText = (query: Query): string =>
  Object.entries(query)
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .join('&')
