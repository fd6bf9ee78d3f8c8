import { type ApexNetwork, seedOfSignature, seedText } from '@aerie/apex/seed-text'
import { loadWallet } from '../../../wallet/wallet.ts'

/** Whose seed it is: an account at ApeX by its wallet's address, and the network that it is on. */
export type SeedOwner = { readonly address: string; readonly network: ApexNetwork }

/** Why a wallet's signature is no seed. */
export type WalletSeedFaultCode = 'other-signer' | 'no-plain-signature'

/** A wallet has signed, and its signature is not the seed. */
export class WalletSeedFault extends Error {
  override readonly name = 'WalletSeedFault'
  readonly code: WalletSeedFaultCode
  constructor(code: WalletSeedFaultCode) {
    super(code)
    this.code = code
  }
}

/**
 * Asks the connected wallet for the signature that is the seed, of a text that is built here: nothing that the server says is signed
 * but the address, and only by that address itself.
 *
 * @throws WalletSeedFault; WalletFault, or what the wallet said, for which `walletErrorText` has words
 */
export async function seedFromWallet({ address, network }: SeedOwner): Promise<Uint8Array<ArrayBuffer>> {
  const [{ checksumAddress, isSignedBy }, runtime] = await Promise.all([import('../../../wallet/connection/signed-by.ts'), loadWallet()])
  const owner = checksumAddress(address)
  const message = seedText(network, owner)
  const signature = await runtime.signAs(owner, message, 'Sign the ApeX Omni text in your wallet')
  const seed = seedOfSignature(signature)
  if (seed === null) throw new WalletSeedFault('no-plain-signature')
  if (await isSignedBy(owner, { message, signature })) return seed
  seed.fill(0)
  throw new WalletSeedFault('other-signer')
}
