import { AccountFrame } from './account-frame.tsx'
import { Postings } from './postings.tsx'

export const LedgerSlot = () => (
  <AccountFrame what="ledger">
    {({ account: { id, cash, fees_paid } }) => <Postings key={id} newest={`${id} ${cash} ${fees_paid}`} />}
  </AccountFrame>
)
