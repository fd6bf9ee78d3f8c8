import type { OwnSources } from './own-sources.ts'
import type { BareResult } from './own-text.ts'

export type OwnReading = { readonly sources: OwnSources; readonly userId: string; readonly blank: BareResult; readonly language: string }

export const MOST_OWN_ROWS = 24
