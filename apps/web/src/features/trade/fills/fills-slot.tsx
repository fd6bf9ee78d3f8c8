import { AccountFrame } from '../account/account-frame.tsx'
import { FillsTable } from './fills-table.tsx'
import * as WORDS from './fills-words.ts'

/** Each fill, and on demand what it met: enough to check it by hand. */
export const FillsSlot = () => (
  <AccountFrame what="fills">
    {({ fills }) => (fills.length === 0 ? <p className="pane-empty">{WORDS.noFillsYet}</p> : <FillsTable fills={fills} />)}
  </AccountFrame>
)
