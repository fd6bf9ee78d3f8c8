import { ChevronDown } from 'lucide-react'
import { useId, useState } from 'react'
import { ForeignLink } from '../../ui/controls/foreign-link.tsx'
import { WalletIcon } from './choice-list.tsx'
import type { WalletChoice, WalletObstacle } from './wallet-choices.ts'
import { WALLET_WORDS } from './wallet-words.ts'

/** Wallets that cannot be chosen here and now, each with its reason in a word; the next step is unfolded with a press. */
export function UnavailableList({ list }: { readonly list: readonly WalletChoice[] }) {
  const id = useId()
  if (list.length === 0) return null
  return (
    <section aria-labelledby={id} className="flex flex-col gap-1">
      <h3 id={id} className="text-12 text-ink-2">
        Other wallets
      </h3>
      <ul className="divide-y divide-line rounded-md border border-line">
        {list.map((choice) => (
          <li key={choice.id}>
            <Unavailable choice={choice} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** One row: the button is the wallet's name alone, and takes presses for the whole row. */
function Unavailable({ choice: { name, icon, obstacle } }: { readonly choice: WalletChoice }) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  return (
    <>
      <div className="relative flex items-center gap-3 px-3 text-13 text-ink-2 hover:bg-surface-3">
        <WalletIcon icon={icon} />
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          aria-describedby={`${id}-state`}
          onClick={() => setOpen(!isOpen)}
          className="min-h-9 min-w-0 flex-1 truncate text-left after:absolute after:inset-0 pointer-coarse:min-h-11"
        >
          {name}
        </button>
        <span id={`${id}-state`} className="text-12 text-ink-3">
          {obstacle?.state}
        </span>
        <ChevronDown size={16} aria-hidden="true" className={isOpen ? 'rotate-180' : undefined} />
      </div>
      <div id={id} hidden={!isOpen}>
        {obstacle !== null && <NextStep obstacle={obstacle} />}
      </div>
    </>
  )
}

const NextStep = ({ obstacle: { next, install } }: { readonly obstacle: WalletObstacle }) => (
  <p className="px-3 pt-1 pb-3 text-13 text-ink-1">
    {next} {install !== null && <ForeignLink href={install}>{WALLET_WORDS.next.install}</ForeignLink>}
  </p>
)
