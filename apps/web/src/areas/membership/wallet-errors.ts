import { ApiError } from '../../platform/api/api-error.ts'
import { errorText } from '../../platform/api/error-text.ts'

const FAULTS = {
  'no-chain': 'This server has no chain, so wallets cannot be used here.',
  'provider-not-found': 'The wallet is no longer available. Unlock or install it, then reload this page.',
  'not-connected': 'No wallet is connected. Connect one first.',
  'wrong-chain': 'Your wallet is on another network.',
  'chain-not-configured': 'The wallet does not support this network, and it could not be added.',
  'add-rejected': 'User rejected switch after adding network.',
  'network-rejected': 'You refused the network change in your wallet. It is still on its old network, and nothing was linked.',
  'network-unchanged':
    'Your wallet accepted the network change but is still on another network. Change the network in your wallet, then try again.',
  'switch-unsupported': 'This wallet does not let sites change its network. Change it in the wallet.',
  'safe-unavailable': 'Could not load Safe information',
  'no-project-id': 'Wallet Connect is not available on this server. Use a wallet in this browser instead.',
  'no-chains': 'No chains found on connector.',
  'demo-elsewhere': 'The demo wallet works on the local chain only.',
  'demo-not-kept': 'This browser does not let the page keep a key, so a demo wallet cannot be created here. Allow this site to store data.',
} as const
export type WalletFaultCode = keyof typeof FAULTS

export class WalletFault extends Error {
  readonly code: WalletFaultCode

  constructor(code: WalletFaultCode, cause?: unknown) {
    super(FAULTS[code], { cause })
    this.name = 'WalletFault'
    this.code = code
  }
}

/** User rejection: EIP-1193, WalletConnect, ethers. */
const USER_REJECTED: ReadonlySet<string> = new Set(['4001', '5000', 'ACTION_REJECTED'])
/** Closed modal, empty accounts, denied account, rejected request, in the wording of current wallets. */
const REJECTION_MESSAGES =
  /closed modal|accounts received is empty|user (?:has )?(?:denied|rejected|declined|cancell?ed)|denied account|request rejected|rejected by (?:the )?user|connection request reset/i
const FOREIGN_REJECTION_MESSAGES =
  /用户.?(?:拒绝|取消)|使用者.?(?:拒絕|取消)|ユーザー.{0,12}(?:拒否|キャンセル)|사용자.{0,12}(?:거부|거절|취소)|пользовател\p{L}* .{0,12}(?:отклон|отмен|отказ)|(?:usuario|usuário) .{0,12}(?:rechaz|recus|rejeit|cancel)|utilisateur .{0,12}(?:refusé|rejeté|annulé)|(?:benutzer|nutzer)\p{L}* .{0,12}(?:abgelehnt|abgebrochen)|utente .{0,12}(?:rifiutat|annullat)|kullanıcı .{0,12}(?:reddet|iptal)|người dùng .{0,12}(?:từ chối|hủy)/iu
/** JSON-RPC: the wallet is busy with an earlier request. */
export const BUSY = -32_002

/** Where wallets and libraries nest the original error. */
const CAUSE_FIELDS = ['cause', 'originalError', 'data', 'error', 'info'] as const
const MOST_CAUSES = 10

/** The error and its causes, outermost first; at most ten. */
export function causesOf(error: unknown): readonly unknown[] {
  const causes = new Set<unknown>()
  let level: readonly unknown[] = [error]
  while (level.length > 0 && causes.size < MOST_CAUSES) {
    const found = level.filter((cause) => cause !== undefined && cause !== null && !causes.has(cause)).slice(0, MOST_CAUSES - causes.size)
    for (const cause of found) causes.add(cause)
    level = found.flatMap((cause) => CAUSE_FIELDS.map((name) => field(cause, name)).filter((value) => typeof value === 'object'))
  }
  return [...causes]
}

/** As text: some wallets return the code as a string. */
const codesOf = (error: unknown): readonly string[] => causesOf(error).map((cause) => String(field(cause, 'code')))
export const hasCode = (error: unknown, ...wanted: readonly number[]): boolean =>
  codesOf(error).some((code) => wanted.some((number) => code === String(number)))

/** Detected by code, or by message if the wallet gives no code. */
export const isRejection = (error: unknown): boolean =>
  codesOf(error).some((code) => USER_REJECTED.has(code)) ||
  causesOf(error).some((cause) => [REJECTION_MESSAGES, FOREIGN_REJECTION_MESSAGES].some((pattern) => pattern.test(messageOf(cause))))

/** User-facing text: what happened and what to do. Never a stack or a code. */
export function walletErrorText(error: unknown): string {
  const causes = causesOf(error)
  const verbatim = VERBATIM.find((message) => causes.some((cause) => messageOf(cause).includes(message)))
  if (verbatim !== undefined) return verbatim
  if (isRejection(error)) return 'You refused the request in your wallet. Nothing has changed.'
  const answer = causes.find((cause) => cause instanceof ApiError)
  if (answer !== undefined) return errorText(answer)
  if (hasCode(error, BUSY)) return 'Your wallet is still waiting for an earlier request. Open it and answer that first.'
  const named = causes.map((cause) => NAMED[nameOf(cause)]).find((text) => text !== undefined)
  return named ?? 'The wallet could not do this. Check that it is unlocked, then try again.'
}

/** Shown unchanged, whether from us or from the wallet library. */
const VERBATIM: readonly string[] = Object.values(FAULTS)

/** wagmi errors matched by name: importing its classes would load its code. */
const NAMED: Readonly<Record<string, string>> = {
  ProviderNotFoundError: FAULTS['provider-not-found'],
  ConnectorUnavailableReconnectingError: FAULTS['provider-not-found'],
  ConnectorNotConnectedError: FAULTS['not-connected'],
  ConnectorChainMismatchError: FAULTS['wrong-chain'],
  ChainNotConfiguredError: FAULTS['chain-not-configured'],
  HttpRequestError: 'The chain is not responding. Try again in a moment.',
  TimeoutError: 'The chain took too long to answer. Try again in a moment.',
}

const field = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
const textOf = (value: unknown, name: string): string => {
  const text = field(value, name)
  return typeof text === 'string' ? text : ''
}
const messageOf = (value: unknown): string => textOf(value, 'message') + textOf(value, 'details')
const nameOf = (value: unknown): string => textOf(value, 'name')
