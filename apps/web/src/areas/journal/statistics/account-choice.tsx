import type { JournalAccount } from '@aerie/wire/journal/journal-statistics'
import { dateText, SOURCE_NAMES } from '../../../platform/format/market-text.ts'
import { Select } from '../../../ui/controls/select.tsx'
import { filterStyle } from '../filters/filter-bar.tsx'
import type { JournalFilter } from '../journal-filter.ts'
import { countText } from '../messages.ts'
import type { Address } from '../use-address.ts'
import { useAccounts } from '../use-journal.ts'

export const ALL_ACCOUNTS = 'all'

const keyOf = ({ account, origin }: JournalAccount): string => account ?? `import ${origin}`

export type ChosenAccount = {
  /** Accounts that pass the filter by origin. */
  readonly accounts: readonly JournalAccount[]
  /** The only account whose trades count; null for all of them. */
  readonly account: JournalAccount | null
  /** False until the default account is known. */
  readonly isKnown: boolean
}

/** Returns need one starting capital, so by default only the account with the most counted trades is shown. */
export function useChosenAccount({ account: key, filter }: Pick<Address, 'account' | 'filter'>): ChosenAccount {
  const { data, isError } = useAccounts()
  const accounts = (data ?? []).filter((each) => isOfOrigin(each, filter.origin))
  return { accounts, account: chosenAccount(accounts, key), isKnown: data !== undefined || isError }
}

const isOfOrigin = ({ account }: JournalAccount, origin: JournalFilter['origin']): boolean =>
  origin === null || (origin === 'paper') === (account !== null)

/** @param accounts those with the most counted trades first */
export function chosenAccount(accounts: readonly JournalAccount[], key: string | null): JournalAccount | null {
  if (accounts.length < 2 || key === ALL_ACCOUNTS) return null
  return accounts.find((each) => keyOf(each) === key) ?? accounts[0] ?? null
}

type AccountChoiceProps = ChosenAccount & Pick<Address, 'setAccount'>

export const AccountChoice = ({ accounts, account, setAccount }: AccountChoiceProps) =>
  accounts.length < 2 ? null : (
    <label className="inline-flex items-center gap-1">
      <span className="text-12 text-ink-2">Account</span>
      <Select
        className={filterStyle}
        value={account === null ? ALL_ACCOUNTS : keyOf(account)}
        options={[...accounts.map((each) => [keyOf(each), accountText(each)] as const), [ALL_ACCOUNTS, 'All accounts, without returns']]}
        onChange={setAccount}
      />
    </label>
  )

/** E.g. `Paper, simulated, since 26 Nov 2026: 12 trades`. */
export function accountText({ account, origin, source_kind, trips, from_ms }: JournalAccount): string {
  const name = account === null ? `${origin}, imported` : `Paper${source_kind === null ? '' : `, ${SOURCE_NAMES[source_kind]}`}`
  const since = from_ms === null ? '' : `, since ${dateText(from_ms)}`
  return `${name}${since}: ${countText(trips, 'trade', 'trades')}`
}
