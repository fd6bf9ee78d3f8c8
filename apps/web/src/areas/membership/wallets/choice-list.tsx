import { Wallet } from 'lucide-react'
import { useId } from 'react'
import type { WalletChoice } from './wallet-choices.ts'

type ChoiceListProps = {
  readonly title: string
  /** Visually hidden if there is no other list to distinguish it from. */
  readonly isTitleHidden?: boolean
  readonly list: readonly WalletChoice[]
  readonly onChoose: (choice: WalletChoice) => void
}

export function ChoiceList({ title, isTitleHidden = false, list, onChoose }: ChoiceListProps) {
  const id = useId()
  if (list.length === 0) return null
  return (
    <section aria-labelledby={id} className="flex flex-col gap-2">
      <h3 id={id} className={isTitleHidden ? 'sr-only' : 'text-12 text-ink-2'}>
        {title}
      </h3>
      <ul className="flex flex-col gap-2">
        {list.map((choice) => (
          <li key={choice.id}>
            <button
              type="button"
              onClick={() => onChoose(choice)}
              className="flex min-h-11 w-full items-center gap-3 rounded-md border border-line-input px-4 text-left font-medium text-15 text-ink-1 hover:bg-surface-3"
            >
              <WalletIcon icon={choice.icon} />
              <span className="min-w-0 truncate">{choice.name}</span>
              {choice.maker !== undefined && <span className="min-w-0 truncate text-12 text-ink-3">{choice.maker}</span>}
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The wallet's icon if it is safe to show, else a generic one. */
export const WalletIcon = ({ icon }: Pick<WalletChoice, 'icon'>) =>
  icon === null ? (
    <Wallet size={24} aria-hidden="true" className="shrink-0 text-ink-3" />
  ) : (
    <img src={icon} alt="" width={24} height={24} className="size-6 shrink-0 rounded-md" />
  )
