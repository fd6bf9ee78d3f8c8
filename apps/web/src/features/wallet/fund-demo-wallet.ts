import { newUuid } from '../../lib/new-uuid.ts'
import { addressOf } from '../../wallet/address-of.ts'
import { giveTestFunds } from '../../wallet/connection/test-funds.ts'
import { loadWallet } from '../../wallet/wallet.ts'

/** Test funds for a demo wallet that has none yet. That they cannot be had now stops nothing: screens offer them to an empty wallet. */
export async function fundDemoWallet(address: string): Promise<void> {
  try {
    const { publicClient } = await loadWallet()
    if ((await publicClient.getBalance({ address: addressOf(address) })) === 0n) await giveTestFunds(address, newUuid())
  } catch (error) {
    console.warn('The demo wallet has no test funds yet.', error)
  }
}
