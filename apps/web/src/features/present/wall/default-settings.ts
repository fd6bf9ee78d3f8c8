import { type Present, present } from '@aerie/wire/market/present'
import * as z from 'zod/mini'

/** How a wallboard goes round that nobody has set. */
export const DEFAULT_SETTINGS: Present = z.parse(present, {})
