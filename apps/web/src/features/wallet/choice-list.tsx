import { Wallet } from 'lucide-react'
import { useId } from 'react'
import { cx } from '../../ui/cx.ts'
import type { WalletChoice } from './wallet-choices.ts'

type ChoiceListProps = { readonly list: readonly WalletChoice[]; readonly onChoose: (choice: WalletChoice) => void }

/** The wallets to choose from; one that cannot be chosen says why. */
export const ChoiceList = ({ list, onChoose }: ChoiceListProps) => (
  <ul className="flex flex-col gap-2">
    {list.map((choice) => (
      <li key={choice.id}>
        <Choice choice={choice} onChoose={onChoose} />
      </li>
    ))}
  </ul>
)

function Choice({ choice, onChoose }: { readonly choice: WalletChoice; readonly onChoose: (choice: WalletChoice) => void }) {
  const reasonId = useId()
  const isOff = choice.off !== null
  return (
    <>
      <button
        type="button"
        aria-disabled={isOff || undefined}
        aria-describedby={isOff ? reasonId : undefined}
        onClick={() => !isOff && onChoose(choice)}
        className={cx(
          'flex min-h-11 w-full items-center gap-3 rounded-md border border-line-strong px-4 text-left font-medium text-15',
          isOff ? 'cursor-not-allowed text-ink-2' : 'text-ink-1 hover:bg-surface-3',
        )}
      >
        {choice.icon === null ? (
          <Wallet size={20} aria-hidden="true" className="shrink-0 text-ink-3" />
        ) : (
          <img src={choice.icon} alt="" width={20} height={20} className="size-5 shrink-0 rounded-sm" />
        )}
        <span className="min-w-0 truncate">{choice.name}</span>
      </button>
      {isOff && (
        <p id={reasonId} className="px-1 pt-1 text-12 text-ink-2">
          {choice.off}
        </p>
      )}
    </>
  )
}
