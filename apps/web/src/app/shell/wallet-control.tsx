import { Wallet } from 'lucide-react'
import { Suspense } from 'react'
import { lazyPart } from '../../lib/lazy-part.ts'
import { openLayer } from '../../navigation/layers.ts'
import { useSession } from '../../session/session.ts'
import { storedWallet } from '../../session/stored-wallet.ts'
import { Button } from '../../ui/controls/button.tsx'

const AddressPill = lazyPart(async () => (await import('../../features/wallet/address-pill.tsx')).AddressPill)

/** The stored wallet, or the way to connect one. */
export function WalletControl() {
  const wallet = useSession((state) => storedWallet(state.user))
  if (wallet !== null)
    return (
      <Suspense fallback={<span className="w-24" />}>
        <AddressPill address={wallet} />
      </Suspense>
    )
  return (
    <Button
      size="sm"
      aria-haspopup="dialog"
      aria-label="Connect Wallet"
      data-early="wallet"
      onClick={() => openLayer('connect-wallet')}
      className="max-sm:min-w-8 max-sm:px-2"
    >
      <Wallet size={16} aria-hidden="true" />
      <span className="wallet-name whitespace-nowrap max-xl:hidden">Connect Wallet</span>
    </Button>
  )
}
