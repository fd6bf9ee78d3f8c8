import { useId } from 'react'
import { Dialog } from '../../ui/dialog.tsx'

const OPTIONS = ['Metamask', 'Wallet Connect', 'Coinbase Wallet'] as const

/** The ways to connect a wallet (SPEC.md section 2). None can be taken yet, and each says so. */
export function ConnectWalletDialog({ onClose }: { readonly onClose: () => void }) {
  const reasonId = useId()
  return (
    <Dialog
      title="Connect Wallet"
      description="Choose how you want to connect from the available wallet providers to get started."
      onClose={onClose}
    >
      <ul className="flex flex-col gap-2">
        {OPTIONS.map((name) => (
          <li key={name}>
            <button
              type="button"
              aria-disabled="true"
              aria-describedby={reasonId}
              className="flex min-h-11 w-full cursor-not-allowed items-center justify-between gap-3 rounded-md border border-line-strong px-4 text-left font-medium text-15 text-ink-2"
            >
              {name}
              <span className="font-normal text-12 text-ink-3">Not available yet</span>
            </button>
          </li>
        ))}
      </ul>
      <p id={reasonId} className="text-12 text-ink-2">
        Wallets come with a later release. Nothing can be connected today, and nothing is stored.
      </p>
    </Dialog>
  )
}
