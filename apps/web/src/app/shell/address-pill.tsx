import { Copy, Unplug } from 'lucide-react'
import { copyText } from '../../ui/copy-text.ts'
import { Menu } from '../../ui/menu.tsx'

type AddressPillProps = { readonly address: string; readonly onDisconnect: () => void }

/** First 5 and last 5 characters (SPEC.md section 9). */
export const shortAddress = (address: string): string => `${address.slice(0, 5)}…${address.slice(-5)}`

/** A wallet by the ends of its address, with what can be done about it. */
export const AddressPill = ({ address, onDisconnect }: AddressPillProps) => (
  <Menu
    label="Wallet"
    heading={<p className="num mb-1 max-w-64 break-all border-line border-b px-3 pt-1 pb-2 text-12 text-ink-2">{address}</p>}
    items={[
      { id: 'copy', label: 'Copy address', icon: <Copy size={16} />, onSelect: () => copyAddress(address) },
      { id: 'disconnect', label: 'Disconnect', icon: <Unplug size={16} />, onSelect: onDisconnect },
    ]}
    trigger={(props) => (
      <button
        type="button"
        {...props}
        aria-label={`Wallet ${shortAddress(address)}`}
        className="num inline-flex min-h-7 items-center whitespace-nowrap rounded-full border border-line-input px-2.5 text-12 text-ink-1 hover:bg-surface-3 pointer-coarse:min-h-11"
      >
        {shortAddress(address)}
      </button>
    )}
  />
)

const copyAddress = (address: string): void =>
  copyText(address, 'The address is in the clipboard.', 'Mark the address in this menu and copy it by hand.')
