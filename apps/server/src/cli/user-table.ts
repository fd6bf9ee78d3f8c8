import { displayName } from '@aerie/wire/account/accounts'
import type { UserWithWallet } from '../modules/accounts/details/user-repository.ts'
import { standingOf, userOf } from '../modules/accounts/details/user-row.ts'
import { entitlements } from '../modules/accounts/entitlement/entitlements.ts'
import { textTable } from './text-table.ts'

const HEADINGS = ['EMAIL', 'NAME', 'STATE', 'SUBSCRIPTION', 'STANDING', 'CALLS A DAY', 'SINCE']

/** All accounts for the operator's terminal, or as JSON for programs. */
export function userTable(users: readonly UserWithWallet[], { isJson }: { isJson: boolean }): string {
  if (isJson)
    return `${JSON.stringify(
      users.map(({ user, wallet }) => userOf(user, wallet)),
      null,
      2,
    )}\n`
  return textTable(HEADINGS, users.map(cells))
}

function cells({ user }: UserWithWallet): string[] {
  const state = user.isActive ? (user.isConfirmed ? 'active' : 'unconfirmed') : 'deactivated'
  const standing = [user.isVip && 'VIP', user.goldTierHolder && 'gold'].filter(Boolean).join(' ') || '-'
  const name = displayName({ first_name: user.firstName, last_name: user.lastName })
  const calls = String(entitlements(standingOf(user)).dailyCalls)
  const since = user.createdAt.toISOString().slice(0, 10)
  return [user.email, name, state, user.subscription, standing, calls, since]
}
