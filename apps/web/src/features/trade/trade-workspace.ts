import { createWorkspace } from '../../workspace/workspace.ts'
import { startTrade, TRADE_PRESETS } from './presets.ts'
import { TRADE_KINDS } from './slot-kinds.ts'

/** The workspace of the Trade screen in this window. */
export const TRADE = createWorkspace({
  kinds: TRADE_KINDS,
  presets: TRADE_PRESETS,
  start: startTrade,
  savedAs: 'trade',
  isMirrored: true,
  phoneFirst: ['ticket', 'book', 'positions', 'orders', 'chart'],
})
