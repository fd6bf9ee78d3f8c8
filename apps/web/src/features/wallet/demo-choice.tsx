import { FlaskConical } from 'lucide-react'
import type { WalletChoice } from './wallet-choices.ts'
import { WALLET_WORDS } from './wallet-words.ts'

type DemoChoiceProps = { readonly choice: WalletChoice; readonly onChoose: (choice: WalletChoice) => void }
const { demo } = WALLET_WORDS

/** The demo wallet, told from real ones by its looks and by what it says of itself. */
export const DemoChoice = ({ choice, onChoose }: DemoChoiceProps) => (
  <button
    type="button"
    aria-label={demo.name}
    aria-describedby="demo-wallet-text"
    onClick={() => onChoose(choice)}
    className="flex w-full items-start gap-3 rounded-md border border-accent border-dashed bg-surface-1 px-4 py-3 text-left hover:bg-surface-3"
  >
    <FlaskConical size={24} aria-hidden="true" className="mt-0.5 shrink-0 text-accent-text" />
    <span id="demo-wallet-text" className="flex min-w-0 flex-col gap-1">
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium text-15 text-ink-1">
        {demo.name}
        <span className="rounded-full border border-line-strong px-2 font-normal text-11 text-ink-2">{demo.tag}</span>
      </span>
      <span className="text-13 text-ink-1">{demo.text}</span>
      <span className="text-12 text-ink-2">{demo.small}</span>
    </span>
  </button>
)
