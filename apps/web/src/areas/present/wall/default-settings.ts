import { type Present, present } from '@aerie/wire/market/present'
import * as z from 'zod/mini'

export const DEFAULT_SETTINGS: Present = z.parse(present, {})
