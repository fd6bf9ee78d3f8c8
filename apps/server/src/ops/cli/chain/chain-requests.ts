import { readdirSync } from 'node:fs'
import type { Address } from '@aerie/chain/contracts'
import type { SubscriptionPlanName } from '@aerie/chain/membership'
import { isAddress, type PublicClient, parseUnits, zeroAddress } from 'viem'
import * as z from 'zod/mini'
import { moment } from '../../../config-fields.ts'
import { errnoCode } from '../../../platform/errno-code.ts'
import {
  fundingPlan,
  grantPlan,
  pricePlan,
  requireDollar,
  requireFunder,
  requireOwner,
  requireTokens,
} from '../../chain-operations/contract-plans.ts'
import { checkDeployment, DEPLOYED, deployedAddresses, deploymentPlan } from '../../chain-operations/deployment-plan.ts'
import { type Operation, OperationFailure } from '../../chain-operations/operation.ts'
import { UsageError, wrongCount } from '../usage.ts'
import type { ChainFlags, ChainSettings } from './chain-settings.ts'

type Sender = Pick<Operation, 'chainId' | 'from' | 'firstNonce'>

export type ChainRequest = {
  readonly command: string
  readonly action: string
  readonly require: (client: PublicClient, from: Address) => Promise<void>
  readonly plan: (sender: Sender) => Operation
  /** Verifies the result. @returns what to print */
  readonly finish: (client: PublicClient, operation: Operation) => Promise<string>
  /** @throws OperationFailure if it must not be repeated */
  readonly refuseAgain?: (dataDir: string, chainId: number) => void
}

const TOKEN_DECIMALS = 18
const USDC_DECIMALS = 6
const DAY_S = 86_400n
/** `AerieVesting.MAX_DURATION`. */
const MOST_VESTING_DAYS = 3_653
/** `AerieStaking.MAX_EPOCH`. */
const MOST_REWARD_DAYS = 1_461
/** `AerieStaking.MAX_UNBONDING_TIME`. A node may only detect a violation after three contracts are paid for. */
const MOST_UNBONDING_DAYS = 30

type Reader = (operands: readonly string[], flags: ChainFlags, settings: ChainSettings) => Omit<ChainRequest, 'command' | 'action'>
type Entry = { readonly takes: number; readonly flags: readonly (keyof ChainFlags)[]; readonly read: Reader }

const REQUESTS: Readonly<Record<string, Entry>> = {
  deploy: { takes: 0, flags: ['owner', 'unbonding-days'], read: deployment },
  fund: { takes: 2, flags: [], read: funding },
  plan: { takes: 2, flags: [], read: price },
  grant: { takes: 3, flags: ['cliff-days', 'start'], read: grant },
}
const OWN_FLAGS = ['owner', 'unbonding-days', 'cliff-days', 'start'] as const

export function parseChainRequest([action = '', ...operands]: readonly string[], flags: ChainFlags, settings: ChainSettings): ChainRequest {
  const entry = Object.hasOwn(REQUESTS, action) ? REQUESTS[action] : undefined
  if (entry === undefined) throw new UsageError(`There is no command "admin chain ${action}".`)
  if (operands.length !== entry.takes) throw wrongCount(`admin chain ${action}`, entry.takes, operands.length)
  const strange = OWN_FLAGS.find((flag) => flags[flag] !== undefined && !entry.flags.includes(flag))
  if (strange !== undefined) throw new UsageError(`"admin chain ${action}" has no --${strange}.`)
  return { command: `admin chain ${action}`, action, ...entry.read(operands, flags, settings) }
}

function deployment(_operands: readonly string[], flags: ChainFlags, { contract }: ChainSettings): ReturnType<Reader> {
  const usdc = contract('usdc')
  const unbondingSeconds = daysFlag(flags['unbonding-days'], 'unbonding-days', { least: 1, most: MOST_UNBONDING_DAYS })
  if (unbondingSeconds === undefined)
    throw new UsageError('How long does a stake take to be free again? --unbonding-days N; it cannot be changed later.')
  const chosenOwner = flags.owner === undefined ? undefined : parseAddress(flags.owner)
  const termsOf = (from: Address) => ({ owner: chosenOwner ?? from, usdc, unbondingSeconds })
  return {
    require: (client) => requireDollar(client, usdc),
    plan: (sender) => deploymentPlan(sender, termsOf(sender.from)),
    finish: async (client, { from, firstNonce }) => {
      const addresses = deployedAddresses(from, firstNonce)
      await checkDeployment(client, addresses, termsOf(from))
      const lines = DEPLOYED.map((name) => `${name.toUpperCase()}_ADDRESS=${addresses[name]}`)
      return `Deployed and checked. The settings:\n\n${lines.join('\n')}\nUSDC_ADDRESS=${usdc}\n\n`
    },
    refuseAgain: refuseSecondDeployment,
  }
}

function refuseSecondDeployment(dataDir: string, chainId: number): void {
  const record = filesOf(dataDir).find((name) => name.startsWith(`chain-operation-${chainId}-deploy-`))
  if (record !== undefined)
    throw new OperationFailure(
      `The contracts were deployed on this chain already: ${record} in the data folder has the record. Move it away to deploy others.`,
    )
}

function filesOf(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch (error) {
    if (errnoCode(error) === 'ENOENT') return []
    throw error
  }
}

function funding([tokens = '', days = '']: readonly string[], _flags: ChainFlags, { contract }: ChainSettings): ReturnType<Reader> {
  const terms = {
    token: contract('token'),
    staking: contract('staking'),
    amount: parseTokens(tokens),
    seconds: parseDays(days, { least: 1, most: MOST_REWARD_DAYS }),
  }
  return {
    require: async (client, from) => {
      await requireFunder(client, terms.staking, from)
      await requireTokens(client, terms.token, from, terms.amount)
    },
    plan: (sender) => fundingPlan(sender, terms),
    finish: async () => `${tokens} tokens are streamed to those who stake, for ${days} days.\n`,
  }
}

function price([name = '', wanted = '']: readonly string[], _flags: ChainFlags, { contract }: ChainSettings): ReturnType<Reader> {
  const plan = planName(name)
  const terms = { subscriptions: contract('subscriptions'), plan, price: wanted === 'off' ? null : parsePrice(wanted) }
  return {
    require: (client, from) => requireOwner(client, terms.subscriptions, from),
    plan: (sender) => pricePlan(sender, terms),
    finish: async () => (terms.price === null ? `${plan} is no longer sold.\n` : `${plan} costs ${wanted} USDC for 30 days.\n`),
  }
}

function grant(
  [beneficiary = '', tokens = '', days = '']: readonly string[],
  flags: ChainFlags,
  { contract }: ChainSettings,
): ReturnType<Reader> {
  const seconds = parseDays(days, { least: 1, most: MOST_VESTING_DAYS })
  const cliffSeconds = daysFlag(flags['cliff-days'], 'cliff-days', { least: 0, most: MOST_VESTING_DAYS }) ?? 0n
  if (cliffSeconds > seconds) throw new UsageError('The cliff is longer than the grant.')
  const start = parseStart(flags.start)
  const terms = {
    token: contract('token'),
    vesting: contract('vesting'),
    beneficiary: parseAddress(beneficiary),
    amount: parseTokens(tokens),
    cliffSeconds,
    seconds,
    start,
  }
  return {
    require: async (client, from) => {
      await requireOwner(client, terms.vesting, from)
      await requireTokens(client, terms.token, from, terms.amount)
    },
    plan: (sender) => grantPlan(sender, terms),
    finish: async () => `${terms.beneficiary} has a grant of ${tokens} tokens over ${days} days.\n`,
  }
}

const PLANS: readonly SubscriptionPlanName[] = ['claw', 'IPC']

function planName(text: string): SubscriptionPlanName {
  const found = PLANS.find((name) => name.toLowerCase() === text.toLowerCase())
  if (found === undefined) throw new UsageError(`"${text}" is not a plan: claw or IPC.`)
  return found
}

function parseAddress(text: string): Address {
  // A mixed-case address has a checksum (EIP-55): a typo would send tokens to an unowned address.
  const isPlain = text === text.toLowerCase()
  if (!isAddress(text, { strict: !isPlain }) || text.toLowerCase() === zeroAddress)
    throw new UsageError(`"${text}" is not an address: 0x and 40 hex digits, with the right checksum where it has capitals.`)
  return text
}

const parseTokens = (text: string): bigint => parseAmount(text, TOKEN_DECIMALS, 'an amount of tokens')
const parsePrice = (text: string): bigint => parseAmount(text, USDC_DECIMALS, 'a price in USDC')

/** Units of 10⁻ⁿ, above 0. */
function parseAmount(text: string, decimals: number, what: string): bigint {
  const [whole = '', fraction = ''] = text.split('.')
  const isNumber = /^\d{1,12}(\.\d+)?$/.test(text) && whole.length + fraction.length > 0 && fraction.length <= decimals
  const amount = isNumber ? parseUnits(text, decimals) : 0n
  if (amount > 0n) return amount
  throw new UsageError(`"${text}" is not ${what}: a number above 0 with at most ${decimals} decimals.`)
}

type DayRange = { readonly least: number; readonly most: number }

function parseDays(text: string, { least, most }: DayRange): bigint {
  if (!/^\d{1,4}$/.test(text) || Number(text) < least || Number(text) > most)
    throw new UsageError(`"${text}" is not a number of days from ${least} to ${most}.`)
  return BigInt(text) * DAY_S
}

const daysFlag = (text: string | undefined, name: string, range: DayRange): bigint | undefined => {
  if (text === undefined) return undefined
  if (!/^\d{1,4}$/.test(text)) throw new UsageError(`--${name} takes a number of days.`)
  return parseDays(text, range)
}

/** Explicit, not "now": rerunning the command after a crash must request the same grant. */
function parseStart(text: string | undefined): bigint {
  const parsed = z.safeParse(moment, text)
  if (text === undefined || !parsed.success) throw new UsageError('When does it begin to vest? --start DATE, such as 2027-01-01T00:00:00Z.')
  return BigInt(Math.floor(parsed.data / 1_000))
}
