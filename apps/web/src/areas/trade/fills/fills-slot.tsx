import { AccountFrame, EmptyPane } from '../account/account-frame.tsx'
import { FillsTable } from './fills-table.tsx'

export const FillsSlot = () => (
  <AccountFrame what="fills">
    {({ fills }) =>
      fills.length === 0 ? <EmptyPane>No fills yet. Your fills appear here with their evidence.</EmptyPane> : <FillsTable fills={fills} />
    }
  </AccountFrame>
)
