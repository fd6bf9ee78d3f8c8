import { FlaskConical } from 'lucide-react'
import type { WalletChoice } from './wallet-choices.ts'

type DemoChoiceProps = { readonly choice: WalletChoice; readonly onChoose: (choice: WalletChoice) => void }

/**
 * The demo wallet, told from real ones by its looks and by what it says of itself. The button is its name alone, so that
 * what is seen in it is what it is called; it takes presses for the whole card.
 */
export const DemoChoice = ({ choice, onChoose }: DemoChoiceProps) => (
  <div className="relative flex items-start gap-3 rounded-md border border-accent border-dashed bg-surface-1 px-4 py-3 hover:bg-surface-3">
    <FlaskConical size={24} aria-hidden="true" className="mt-0.5 shrink-0 text-accent-text" />
    <div className="flex min-w-0 flex-col gap-1">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium text-15 text-ink-1">
        <button
          type="button"
          aria-describedby="demo-wallet-tag demo-wallet-text"
          onClick={() => onChoose(choice)}
          className="text-left after:absolute after:inset-0"
        >
          Demo wallet
        </button>
        <span id="demo-wallet-tag" className="rounded-full border border-line-strong px-2 font-normal text-11 text-ink-2">
          Local chain only
        </span>
      </div>
      <div id="demo-wallet-text" className="flex flex-col gap-1">
        <p className="text-13 text-ink-1">Ready in seconds, with free test funds. Stake and pay without a real wallet.</p>
        <p className="text-12 text-ink-2">Its key is created and kept in this browser until you log out. Test funds have no value.</p>
      </div>
    </div>
  </div>
)
