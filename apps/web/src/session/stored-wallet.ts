import type { User } from '@aerie/wire/account/accounts'

/** The user's wallet, or null: empty, missing and the text `null` all mean none. */
export const storedWallet = (user: Pick<User, 'wallet_address'> | null): string | null => {
  const address = user?.wallet_address
  return !address || address === 'null' ? null : address
}
