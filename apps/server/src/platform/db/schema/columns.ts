import { bigint, customType, timestamp } from 'drizzle-orm/pg-core'

export const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' })
export const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3 })
/** Exact up to 2^53. */
export const number = (name: string) => bigint(name, { mode: 'number' })
