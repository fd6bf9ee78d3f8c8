import type { Bound, OrderKey } from '@aerie/core/market/screen'
import { DOLLARS, parseTypedNumber, type TypedNumber } from '@aerie/core/numbers/typed-number'
import { INDUSTRY_VALUES, type Industry } from '@aerie/wire/market/market'
import { SLOT_OPTIONS_LIMIT } from '@aerie/wire/workspace/layout'
import * as z from 'zod/mini'
import { FIELD_NAMES, type FieldName, fieldOf, ORDER_NAMES, type OrderName } from './screen-fields.ts'

export type ScreenFilter = { readonly bounds: Readonly<Partial<Record<FieldName, Bound>>>; readonly industries: readonly Industry[] }
export type ScreenOptions = {
  readonly filter: ScreenFilter
  /** At most three keys. */
  readonly order: readonly OrderKey<OrderName>[]
  readonly columns: readonly FieldName[]
  readonly saved: readonly { readonly name: string; readonly filter: ScreenFilter }[]
}

export const MOST_KEYS = 3
const MOST_SAVED = 20
export const FILTER_NAME_LENGTH = 30

export const NO_FILTER: ScreenFilter = { bounds: {}, industries: [] }
const FIRST_ORDER: readonly OrderKey<OrderName>[] = [{ field: 'rank', descending: false }]
const FIRST_COLUMNS = FIELD_NAMES.filter((name) => fieldOf(name).isFirst)

const fieldName = z.enum(FIELD_NAMES)
const bound = z.object({ min: z.optional(z.number()), max: z.optional(z.number()) })
const filter = z.object({
  bounds: z.catch(z.partialRecord(fieldName, bound), {}),
  industries: z.catch(z.array(z.enum(INDUSTRY_VALUES)), []),
})
const orderName = z.enum(ORDER_NAMES)
const options = z.object({
  filter: z.catch(filter, { bounds: {}, industries: [] }),
  order: z.catch(z.array(z.object({ field: orderName, descending: z.boolean() })).check(z.minLength(1), z.maxLength(MOST_KEYS)), [
    ...FIRST_ORDER,
  ]),
  columns: z.catch(z.array(fieldName).check(z.minLength(1)), FIRST_COLUMNS),
  saved: z.catch(
    z.array(z.object({ name: z.string().check(z.minLength(1), z.maxLength(FILTER_NAME_LENGTH)), filter })).check(z.maxLength(MOST_SAVED)),
    [],
  ),
})

/** Invalid values take their defaults. */
export function parseScreenOptions(stored: unknown): ScreenOptions {
  const parsed = z.safeParse(options, stored)
  return parsed.success ? parsed.data : z.parse(options, {})
}

/** Sorts by one column; `isAdded` adds a sort key. Repeating reverses it. Numbers start descending. */
export function orderedBy(order: ScreenOptions['order'], field: OrderName, isAdded: boolean): ScreenOptions['order'] {
  const present = order.find((key) => key.field === field)
  const next = { field, descending: present === undefined ? field !== 'rank' && field !== 'name' : !present.descending }
  if (!isAdded) return [next]
  if (present !== undefined) return order.map((key) => (key.field === field ? next : key))
  return [...order.slice(0, MOST_KEYS - 1), next]
}

/** An empty bound is removed. */
export function withBound(filter: ScreenFilter, field: FieldName, { min, max }: Bound): ScreenFilter {
  const { [field]: _, ...bounds } = filter.bounds
  if (min === undefined && max === undefined) return { ...filter, bounds }
  return { ...filter, bounds: { ...bounds, [field]: { ...(min !== undefined && { min }), ...(max !== undefined && { max }) } } }
}

export const conditionsOf = ({ bounds, industries }: ScreenFilter): number => Object.keys(bounds).length + (industries.length > 0 ? 1 : 0)

/** Whether the options fit the limits on saved filters and layout size. */
export const hasRoom = (next: ScreenOptions): boolean =>
  next.saved.length <= MOST_SAVED && JSON.stringify(next).length <= SLOT_OPTIONS_LIMIT - 96

/** Accepts e.g. `5`, `-2.5%`, `$1.5M`, `10b`. */
export const readLimit = (text: string): TypedNumber =>
  parseTypedNumber(text, { units: ['%', ...DOLLARS], isSigned: true, hasMagnitudes: true })
