import { amountText } from '../amount-text.ts'
import type { TransactionFailure } from './transaction-state.ts'

type RevertText = (args: readonly string[]) => string
const USDC_DECIMALS = 6
const tokens = (units: string | undefined): string => amountText(units ?? '0')
const dollars = (units: string | undefined): string => `${amountText(units ?? '0', USDC_DECIMALS)} USDC`

const REVERTS: Readonly<Record<string, RevertText>> = {
  AerieStaking_ZeroAmount: () => 'The amount is zero. Enter one above zero.',
  AerieStaking_InsufficientStake: ([staked]) => `You have only ${tokens(staked)} AERIE staked.`,
  AerieStaking_NoSuchTicket: () => 'This request does not exist. Reload the page to see your requests.',
  AerieStaking_AlreadyWithdrawn: () => 'This request was already withdrawn.',
  AerieStaking_StillCooling: () => 'The unbonding time is not over on the chain yet. Try again in a few seconds.',
  AerieStaking_NothingToClaim: () => 'Nothing to claim yet.',
  AerieVesting_NothingToRelease: () => 'Nothing to release yet.',
  EnforcedPause: () => 'The operator has paused new stakes and payments, so nothing was taken. You can still withdraw and claim.',
  ERC20InsufficientBalance: () => 'The wallet has less than that.',
  ERC20InsufficientAllowance: () => 'The contract may not take that much yet. Allow the amount first.',
  AerieSubscriptions_NotOffered: () => 'This plan is no longer offered.',
  AerieSubscriptions_MonthsOutOfRange: () => 'You can pay for 1 to 24 months at once.',
  AerieSubscriptions_PriceAboveMax: ([price]) => `The price has changed to ${dollars(price)}. Nothing was paid.`,
  AerieSubscriptions_PaidShort: () => 'The payment arrived short and was rejected. Nothing was paid.',
}

export const failureText = ({ error, args, text }: TransactionFailure): string => REVERTS[error ?? '']?.(args) ?? text
