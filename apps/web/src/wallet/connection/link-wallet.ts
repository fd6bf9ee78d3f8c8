import { userRecord } from '@aerie/wire/account/account-forms'
import { challenge, linkedWallet, walletList } from '@aerie/wire/account/wallets'
import type { Connector, CreateConnectorFn } from 'wagmi'
import { api } from '../../lib/http/api.ts'
import { renewAfterChange, useSession } from '../../session/session.ts'
import { sendWalletCommand } from '../transactions/send-wallet-command.ts'
import { loadWallet } from '../wallet.ts'
import { isSameAddress } from '../wallet-state.ts'

/** What is going on while a wallet is being connected, in the order in which it happens. */
export type LinkStep = 'connect' | 'network' | 'sign' | 'store'

type Options = {
  readonly onStep: (step: LinkStep) => void
  /** Aborted: nothing further is begun. What the wallet has been asked already it may still show. */
  readonly signal: AbortSignal
}

/**
 * The whole way of a wallet: joined to the page, brought to the right chain, proven to be the user's
 * by a signed message (not asked again where it is linked already), stored as the main one, told to the live socket.
 *
 * @param connector null: the one in use
 * @throws WalletFault, ApiError, or what the wallet said, for which `walletErrorText` has words; the reason of `signal`
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
    const { message } = await api.post('/wallets/challenge', { address }, challenge, { signal })
    const signature = await runtime.sign(message)
    signal.throwIfAborted()
    await api.post('/wallets', { message, signature }, linkedWallet)
  }
  step('store')
  await storeMainWallet(address)
  return address
}

const isLinked = async (address: string): Promise<boolean> =>
  (await api.get('/wallets', walletList)).some((one) => isSameAddress(one.address, address))

/** Makes a linked wallet the main one; every part of the page and the user's other windows learn of it. */
export async function storeMainWallet(address: string): Promise<void> {
  await putWallet(address)
  sendWalletCommand('wallet_connect', address)
}

/**
 * Clears the stored wallet and lets the page's wallet go. A wallet that cannot be reached any more stands in nobody's way.
 *
 * @throws ApiError: then nothing has changed on the server
 */
export async function unstoreMainWallet(address: string | null): Promise<void> {
  await putWallet('null')
  if (address !== null) sendWalletCommand('wallet_disconnect', address)
  try {
    await (await loadWallet()).disconnect()
  } catch (error) {
    console.warn('The wallet itself could not be told.', error)
  }
}

async function putWallet(address: string): Promise<void> {
  const { user } = useSession.getState()
  if (user === null) throw new Error('nobody is logged in')
  await api.put('/updateUserByEmail', { email: user.email, wallet_address: address }, userRecord)
  // The token carries the wallet: a new one tells every part of the page. An old one is corrected by the reload.
  await renewAfterChange()
}
