import { ApiError } from '../lib/http/api-error.ts'
import { errorText } from '../lib/http/error-text.ts'
import * as WORDS from './wallet-words.ts'

/** Faults that are ours to name. */
const FAULTS = {
  'no-chain': WORDS.noChain,
  'provider-not-found': WORDS.walletGone,
  'not-connected': WORDS.noWalletConnected,
  'wrong-chain': WORDS.wrongNetwork,
  'chain-not-configured': WORDS.networkNotSupported,
  'add-rejected': 'User rejected switch after adding network.',
  'network-rejected': WORDS.networkChangeRefused,
  'safe-unavailable': 'Could not load Safe information',
  'no-project-id': WORDS.walletConnectUnavailable,
  'no-chains': 'No chains found on connector.',
  'demo-elsewhere': WORDS.demoWalletLocalOnly,
  'demo-not-kept': WORDS.demoWalletNoStorage,
} as const
export type WalletFaultCode = keyof typeof FAULTS

/** Something about a wallet that has words of its own. */
export class WalletFault extends Error {
  readonly code: WalletFaultCode

  constructor(code: WalletFaultCode, cause?: unknown) {
    super(FAULTS[code], { cause })
    this.name = 'WalletFault'
    this.code = code
  }
}

/** EIP-1193: the user has said no. */
const USER_REJECTED = 4001
/** Closed modal, empty accounts, denied account, request rejected; and how wallets say it today. */
const REJECTION_WORDS =
  /user closed modal|closed modal|accounts received is empty|user denied|denied account|request rejected|user rejected|connection request reset/i
/** JSON-RPC codes of a wallet that is busy with an earlier request. */
const BUSY = -32_002

/** The error and what caused it, from the outside in; never more than ten. */
export function causesOf(error: unknown): readonly unknown[] {
  const causes: unknown[] = []
  let next = error
  while (next !== undefined && next !== null && causes.length < 10 && !causes.includes(next)) {
    causes.push(next)
    next = field(next, 'cause')
  }
  return causes
}

/** Whether the user has refused, by the code or, where a wallet gives none, by its words. */
export const isRejection = (error: unknown): boolean =>
  causesOf(error).some((cause) => field(cause, 'code') === USER_REJECTED || REJECTION_WORDS.test(messageOf(cause)))

/** What happened, and what to do, in words for the user. Never a stack or a code. */
export function walletErrorText(error: unknown): string {
  const causes = causesOf(error)
  const verbatim = VERBATIM.find((words) => causes.some((cause) => messageOf(cause).includes(words)))
  if (verbatim !== undefined) return verbatim
  if (isRejection(error)) return WORDS.requestRefused
  const answer = causes.find((cause) => cause instanceof ApiError)
  if (answer !== undefined) return errorText(answer)
  if (causes.some((cause) => field(cause, 'code') === BUSY)) return WORDS.requestPending
  const named = causes.map((cause) => NAMED[nameOf(cause)]).find((words) => words !== undefined)
  return named ?? WORDS.walletFailed
}

/** Said as they are wherever they come from, ours or the wallet library's. */
const VERBATIM: readonly string[] = Object.values(FAULTS)

/** Errors of the wallet library, by their names: its classes would bring its code along. */
const NAMED: Readonly<Record<string, string>> = {
  ProviderNotFoundError: FAULTS['provider-not-found'],
  ConnectorUnavailableReconnectingError: FAULTS['provider-not-found'],
  ConnectorNotConnectedError: FAULTS['not-connected'],
  ConnectorChainMismatchError: FAULTS['wrong-chain'],
  ChainNotConfiguredError: FAULTS['chain-not-configured'],
  SwitchChainNotSupportedError: WORDS.changeNetworkInWallet,
  SwitchChainError: WORDS.networkChangeFailed,
  HttpRequestError: WORDS.chainNotResponding,
  TimeoutError: WORDS.chainTooSlow,
}

const field = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
const textOf = (value: unknown, name: string): string => {
  const text = field(value, name)
  return typeof text === 'string' ? text : ''
}
const messageOf = (value: unknown): string => textOf(value, 'message') + textOf(value, 'details')
const nameOf = (value: unknown): string => textOf(value, 'name')
