import { displayName } from '@aerie/wire/accounts'
import { entitlements } from '../modules/accounts/entitlements.ts'
import type { UserWithWallet } from '../modules/accounts/user-repository.ts'
import { standingOf, userOf } from '../modules/accounts/user-row.ts'

const HEADINGS = ['EMAIL', 'NAME', 'STATE', 'SUBSCRIPTION', 'STANDING', 'CALLS A DAY', 'SINCE']

/** All accounts for the operator's terminal, or as JSON for programs. Control characters never reach the terminal. */
export function userTable(users: readonly UserWithWallet[], { isJson }: { isJson: boolean }): string {
  if (isJson)
    return `${JSON.stringify(
      users.map(({ user, wallet }) => userOf(user, wallet)),
      null,
      2,
    )}\n`
  const rows = [HEADINGS, ...users.map(cells)]
  const widths = HEADINGS.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  return rows
    .map(
      (row) =>
        `${row
          .map((cell, column) => cell.padEnd(widths[column] ?? 0))
          .join('  ')
          .trimEnd()}\n`,
    )
    .join('')
}

function cells({ user }: UserWithWallet): string[] {
  const state = user.isActive ? (user.isConfirmed ? 'active' : 'unconfirmed') : 'deactivated'
  const standing = [user.isVip && 'VIP', user.goldTierHolder && 'gold'].filter(Boolean).join(' ') || '-'
  const name = displayName({ first_name: user.firstName, last_name: user.lastName })
  const calls = String(entitlements(standingOf(user)).dailyCalls)
  const since = user.createdAt.toISOString().slice(0, 10)
  return [user.email, name, state, user.subscription, standing, calls, since].map((cell) => cell.replaceAll(/\p{Cc}/gu, '?'))
}
