import { changeUserRecord } from '@aerie/wire/account/account-forms'
import { addWallet, createWalletChallenge, listWallets } from '@aerie/wire/account/wallets'
import type { Connector, CreateConnectorFn } from 'wagmi'
import { api } from '../../../platform/api/api.ts'
import { renewAfterChange, useSession } from '../../../platform/session/session.ts'
import { sendWalletCommand } from '../transactions/send-wallet-command.ts'
import { loadWallet } from '../wallet.ts'
import { isSameAddress } from '../wallet-state.ts'

export type LinkStep = 'connect' | 'network' | 'sign' | 'store'

type Options = {
  readonly onStep: (step: LinkStep) => void
  /** Abort starts no further step; a prompt already open in the wallet may remain. */
  readonly signal: AbortSignal
}

/**
 * Connects, switches network, proves ownership by a signed message (skipped if already linked), stores and notifies.
 * @param connector null: the current one
 * @throws WalletFault, ApiError, the wallet's error (see `walletErrorText`), or the reason of `signal`
 */
export async function linkWallet(connector: Connector | CreateConnectorFn | null, { onStep, signal }: Options): Promise<string> {
  const step = (name: LinkStep): void => {
    signal.throwIfAborted()
    onStep(name)
  }
  step('connect')
  const runtime = await loadWallet()
  const address = connector === null ? await runtime.current() : await runtime.connect(connector)
  step('network')
  await runtime.toRightChain()
  if (!(await isLinked(address))) {
    step('sign')
    const { message } = await api(createWalletChallenge, { body: { address }, signal })
    const signature = await runtime.sign(message)
    signal.throwIfAborted()
    await api(addWallet, { body: { message, signature } })
  }
  step('store')
  await storeMainWallet(address)
  return address
}

const isLinked = async (address: string): Promise<boolean> =>
  (await api(listWallets, {})).some((one) => isSameAddress(one.address, address))

export async function storeMainWallet(address: string): Promise<void> {
  await saveWallet(address)
  sendWalletCommand('wallet_connect', address)
}

/** An unreachable wallet does not block this. @throws ApiError: then nothing has changed on the server */
export async function unstoreMainWallet(address: string | null): Promise<void> {
  await saveWallet('null')
  if (address !== null) sendWalletCommand('wallet_disconnect', address)
  try {
    await (await loadWallet()).disconnect()
  } catch (error) {
    console.warn('The wallet could not be notified.', error)
  }
}

async function saveWallet(address: string): Promise<void> {
  const { user } = useSession.getState()
  if (user === null) throw new Error('nobody is logged in')
  await api(changeUserRecord, { body: { email: user.email, wallet_address: address } })
  // The token contains the wallet. If the renewal fails, the next reload corrects it.
  await renewAfterChange()
}
