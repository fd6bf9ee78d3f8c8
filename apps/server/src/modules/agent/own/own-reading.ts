import type { OwnSources } from './own-sources.ts'
import type { BareResult } from './own-text.ts'

/** What is needed to read own data: the user is the session's. */
export type OwnReading = { readonly sources: OwnSources; readonly userId: string; readonly blank: BareResult; readonly language: string }

/** Most rows that one result tells. */
export const MOST_OWN_ROWS = 24
