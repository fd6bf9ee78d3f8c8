import { amountText } from '../../wallet/amount-text.ts'
import type { TransactionFailure } from '../../wallet/transaction-state.ts'

type Words = (args: readonly string[]) => string
const USDC_DECIMALS = 6
const tokens = (units: string | undefined): string => amountText(units ?? '0')
const dollars = (units: string | undefined): string => `${amountText(units ?? '0', USDC_DECIMALS)} USDC`

/** What the contracts refuse, in words, by their own names for it. */
const REVERTS: Readonly<Record<string, Words>> = {
  AerieStaking_ZeroAmount: () => 'The amount is zero. Enter one above zero.',
  AerieStaking_InsufficientStake: ([staked]) => `You have only ${tokens(staked)} AERIE staked.`,
  AerieStaking_NoSuchTicket: () => 'There is no such request. Reload the page to see the ones there are.',
  AerieStaking_AlreadyWithdrawn: () => 'This request was withdrawn before. Nothing was taken twice.',
  AerieStaking_StillCooling: () => 'The waiting time is not over by the clock of the chain. Try again in a few seconds.',
  AerieStaking_NothingToClaim: () => 'There is nothing to claim yet.',
  AerieVesting_NothingToRelease: () => 'Nothing can be released yet.',
  EnforcedPause: () => 'The operator has paused new stakes and payments, so nothing was taken. Withdrawals and claims still work.',
  ERC20InsufficientBalance: () => 'The wallet has less than that amount.',
  ERC20InsufficientAllowance: () => 'The contract is not allowed to take that much. Give the allowance first.',
  AerieSubscriptions_NotOffered: () => 'This plan is not offered any more.',
  AerieSubscriptions_MonthsOutOfRange: () => 'From 1 to 24 months can be paid at once.',
  AerieSubscriptions_PriceAboveMax: ([price]) => `The price has risen to ${dollars(price)} meanwhile. Nothing was paid.`,
  AerieSubscriptions_PaidShort: () => 'The token kept a part of the payment, so it was refused. Nothing was paid.',
}

/** Why it failed, and what to do. */
export const failureText = ({ error, args, text }: TransactionFailure): string => REVERTS[error ?? '']?.(args) ?? text
