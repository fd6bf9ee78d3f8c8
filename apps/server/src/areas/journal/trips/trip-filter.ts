import type { tripFilterFields } from '@aerie/wire/journal/journal'
import type * as z from 'zod/mini'

export type TripFilter = { readonly [Key in keyof typeof tripFilterFields]?: z.output<(typeof tripFilterFields)[Key]> | undefined } & {
  readonly state?: 'open' | 'closed' | undefined
  /** Symbols that are left out. */
  readonly without?: readonly string[] | undefined
}
