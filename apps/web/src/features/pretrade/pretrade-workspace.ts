import { createWorkspace } from '../../workspace/workspace.ts'
import { PRESETS, startLayout } from './presets.ts'
import { SLOT_KINDS } from './slot-kinds.ts'

/** The workspace of the pre-trade screen in this window. */
export const PRETRADE = createWorkspace({ kinds: SLOT_KINDS, presets: PRESETS, start: startLayout, savedAs: 'main', isMirrored: true })
