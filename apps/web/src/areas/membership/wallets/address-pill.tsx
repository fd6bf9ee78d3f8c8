import { Copy, TriangleAlert, Unplug, Wallet } from 'lucide-react'
import { useEffect } from 'react'
import { openLayer } from '../../../platform/navigation/layers.ts'
import { copyText } from '../../../ui/controls/copy-text.ts'
import { Menu, type MenuItem } from '../../../ui/overlays/menu.tsx'
import { shortAddress } from '../address-of.ts'
import { type WalletNotice, walletNotice } from '../gate/wallet-notice.ts'
import { loadWallet, wasConnected } from '../wallet.ts'
import { isSameAddress, useWalletState } from '../wallet-state.ts'

/** Also reports if the browser's wallet differs from the linked one. */
export function AddressPill({ address }: { readonly address: string }) {
  const state = useWalletState()
  const notice = walletNotice({ ...state, linked: address })
  const isDemo = state.isDemo && isSameAddress(state.address, address)
  useEffect(joinWhenIdle, [])
  const short = shortAddress(address)
  const name = isDemo ? `Wallet ${short}, demo` : `Wallet ${short}`
  return (
    <Menu
      label="Wallet"
      heading={<Heading address={address} isDemo={isDemo} notice={notice} />}
      items={[...itemsOf(notice), ...itemsFor(address)]}
      trigger={(props) => (
        <button
          type="button"
          {...props}
          aria-label={notice === null ? name : `${name}: ${notice.text}`}
          className="num inline-flex min-h-7 items-center gap-1.5 whitespace-nowrap rounded-full border border-line-input px-2.5 text-12 text-ink-1 hover:bg-surface-3 pointer-coarse:relative pointer-coarse:min-h-9 pointer-coarse:after:absolute pointer-coarse:after:-inset-y-1 pointer-coarse:after:inset-x-0"
        >
          {notice !== null && <TriangleAlert size={14} aria-hidden="true" className="text-warning" />}
          {isDemo && <span className="text-accent-text max-sm:hidden">Demo</span>}
          {short}
        </button>
      )}
    />
  )
}

type HeadingProps = { readonly address: string; readonly isDemo: boolean; readonly notice: WalletNotice | null }

const Heading = ({ address, isDemo, notice }: HeadingProps) => (
  <div className="mb-1 flex max-w-64 flex-col gap-1 border-line border-b px-3 pt-1 pb-2 text-12 text-ink-2">
    <p translate="no" className="num break-all">
      {address}
    </p>
    {isDemo && <p className="text-ink-1">Demo wallet: local chain only. Its funds have no value.</p>}
    {notice !== null && <p className="text-ink-1">{notice.text}</p>}
  </div>
)

const itemsOf = (notice: WalletNotice | null): readonly MenuItem[] =>
  notice === null ? [] : [{ id: notice.id, label: notice.action, icon: <TriangleAlert size={16} />, onSelect: notice.run }]

const itemsFor = (address: string): readonly MenuItem[] => [
  { id: 'copy', label: 'Copy address', icon: <Copy size={16} />, onSelect: () => copyAddress(address) },
  { id: 'wallets', label: 'Wallets', icon: <Wallet size={16} />, to: '/account/wallets' },
  { id: 'disconnect', label: 'Disconnect', icon: <Unplug size={16} />, onSelect: () => openLayer('disconnect-wallet') },
]

const copyAddress = (address: string): void =>
  copyText(address, 'Address copied.', 'The address could not be copied. Select it in this menu instead.')

function joinWhenIdle(): void {
  if (!wasConnected()) return
  const join = () => {
    loadWallet().catch((error: unknown) => console.warn('The wallet of the last visit could not be joined.', error))
  }
  if ('requestIdleCallback' in window) requestIdleCallback(join, { timeout: 5000 })
  else setTimeout(join, 1000)
}
