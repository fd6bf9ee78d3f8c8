import { openLayer } from '../../../platform/navigation/layers.ts'
import { notify } from '../../../platform/toasts/toast.ts'
import { shortAddress } from '../address-of.ts'
import { loadWallet } from '../wallet.ts'
import { walletErrorText } from '../wallet-errors.ts'
import { type Address, isSameAddress, type WalletStatus } from '../wallet-state.ts'

type Known = {
  readonly linked: string
  readonly status: WalletStatus
  readonly address: Address | null
  readonly chainId: number | null
  readonly chain: { readonly id: number; readonly name: string } | null
  readonly fault: string | null
}

export type WalletNotice = { readonly id: string; readonly text: string; readonly action: string; readonly run: () => void }

export function walletNotice({ linked, status, address, chainId, chain, fault }: Known): WalletNotice | null {
  const connect = () => openLayer('connect-wallet')
  if (fault !== null) return { id: 'fault', text: fault, action: 'Try again', run: tryAgain }
  if (chain === null || status === 'connecting' || status === 'reconnecting') return null
  if (address === null)
    return { id: 'away', text: 'Your linked wallet is locked or not connected in this browser.', action: 'Connect', run: connect }
  if (!isSameAddress(address, linked))
    return {
      id: 'other',
      text: `Your wallet is using ${shortAddress(address)}, not the linked address.`,
      action: 'Use that address',
      run: connect,
    }
  if (chainId !== chain.id)
    return { id: 'network', text: `Your wallet is not on ${chain.name}.`, action: `Change to ${chain.name}`, run: changeNetwork }
  return null
}

const tryAgain = (): void => {
  loadWallet().catch((error: unknown) => notify('error', walletErrorText(error)))
}

const changeNetwork = (): void => {
  loadWallet()
    .then((wallet) => wallet.toRightChain())
    .catch((error: unknown) => notify('error', walletErrorText(error)))
}
