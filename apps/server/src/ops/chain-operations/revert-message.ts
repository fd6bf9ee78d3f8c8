import { aerieStakingAbi } from '@aerie/chain/abi/aerie-staking'
import { aerieSubscriptionsAbi } from '@aerie/chain/abi/aerie-subscriptions'
import { aerieTokenAbi } from '@aerie/chain/abi/aerie-token'
import { aerieUtilsAbi } from '@aerie/chain/abi/aerie-utils'
import { aerieVestingAbi } from '@aerie/chain/abi/aerie-vesting'
import { BaseError, decodeErrorResult, isHex } from 'viem'

const ERRORS = [aerieTokenAbi, aerieVestingAbi, aerieSubscriptionsAbi, aerieStakingAbi, aerieUtilsAbi].flatMap((abi) =>
  abi.filter(({ type }) => type === 'error'),
)
const MOST_TEXT = 300

export function revertMessage(error: unknown): string {
  for (let current: unknown = error; current instanceof Error; current = current.cause) {
    const data: unknown = Reflect.get(current, 'data')
    const message = isHex(data) ? decoded(data) : undefined
    if (message !== undefined) return message
  }
  // `shortMessage` only describes the error code; `details` holds the node's message.
  const text = error instanceof BaseError ? error.details || error.shortMessage : String(error)
  return text.replaceAll(/\p{Cc}/gu, ' ').slice(0, MOST_TEXT)
}

function decoded(data: `0x${string}`): string | undefined {
  try {
    const { errorName, args = [] } = decodeErrorResult({ abi: ERRORS, data })
    return `${errorName}(${args.map(String).join(', ')})`
  } catch {
    return undefined
  }
}
