import type { User } from '@aerie/wire/account/accounts'

/** Empty, missing and the text `null` all mean no wallet. */
export const storedWallet = (user: Pick<User, 'wallet_address'> | null): string | null => {
  const address = user?.wallet_address
  return !address || address === 'null' ? null : address
}
