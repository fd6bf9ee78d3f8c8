import { AccountFrame } from '../account/account-frame.tsx'
import { FillsTable } from './fills-table.tsx'

export const FillsSlot = () => (
  <AccountFrame what="fills">
    {({ fills }) =>
      fills.length === 0 ? (
        <p className="pane-empty">No fills yet. Your fills appear here with their evidence.</p>
      ) : (
        <FillsTable fills={fills} />
      )
    }
  </AccountFrame>
)
