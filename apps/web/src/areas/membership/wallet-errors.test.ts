import { describe, expect, it } from 'vitest'
import { ApiError } from '../../platform/api/api-error.ts'
import { isRejection, WalletFault, walletErrorText } from './wallet-errors.ts'

const coded = (code: number, message = '') => Object.assign(new Error(message), { code })

describe('a rejection in the wallet', () => {
  it.each([
    ['the code 4001', coded(4001)],
    ['the code of a cause', new Error('outer', { cause: coded(4001) })],
    ['a closed modal', new Error('User closed modal')],
    ['empty accounts', new Error('Accounts received is empty')],
    ['a denied account', new Error('User denied account authorization')],
    ['a rejected request', new Error('Request rejected')],
    ['the code as text', Object.assign(new Error('no'), { code: '4001' })],
    ['the code inside data', Object.assign(new Error('Internal error'), { code: -32_603, data: { originalError: { code: 4001 } } })],
    ['the code of WalletConnect', coded(5000)],
    ['Chinese words', new Error('用户拒绝了请求')],
    ['Spanish words', new Error('El usuario ha rechazado la solicitud')],
  ])('is recognised by %s', (_, error) => {
    expect(isRejection(error)).toBe(true)
    expect(walletErrorText(error)).toBe('You refused the request in your wallet. Nothing has changed.')
  })

  it('is not inferred from other errors', () => {
    expect(
      [
        coded(4902),
        coded(-32_002),
        new Error('insufficient funds'),
        new Error('connect ECONNREFUSED: connection refused'),
        null,
        'text',
      ].map(isRejection),
    ).toEqual([false, false, false, false, false, false])
  })
})

describe('wallet error messages', () => {
  it.each(['User rejected switch after adding network.', 'Could not load Safe information', 'No chains found on connector.'])(
    'match the specification: %s',
    (message) => expect(walletErrorText(new Error('wrapped', { cause: coded(4001, message) }))).toBe(message),
  )

  it('cover a busy wallet, an unreachable chain, an internal error and a server response', () => {
    expect(walletErrorText(coded(-32_002))).toContain('still waiting for an earlier request')
    expect(walletErrorText(Object.assign(new Error(), { name: 'HttpRequestError' }))).toContain('The chain is not responding')
    expect(walletErrorText(Object.assign(new Error(), { name: 'ConnectorChainMismatchError' }))).toBe('Your wallet is on another network.')
    expect(walletErrorText(new WalletFault('wrong-chain'))).toBe('Your wallet is on another network.')
    expect(walletErrorText(new ApiError({ code: 'conflict', status: 409, detail: 'It belongs to another account.' }))).toBe(
      'It belongs to another account.',
    )
    expect(walletErrorText(new Error('secret stack'))).not.toContain('secret')
  })
})
