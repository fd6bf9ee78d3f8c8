import { hexOf } from '@aerie/chain/hex'
import { TOKEN_DECIMALS } from '@aerie/chain/membership'
import { addWallet, createWalletChallenge, getTier, listWallets, removeWallet } from '@aerie/wire/account/wallets'
import {
  getStakingHistory,
  getStakingPool,
  getStakingPosition,
  getSubscriptions,
  getVesting,
  listRewardEpochs,
  type stakingEvent,
} from '@aerie/wire/staking'
import type { FastifyInstance } from 'fastify'
import { formatUnits } from 'viem'
import type * as z from 'zod/mini'
import { sendReady } from '../../../platform/http/representations.ts'
import { type Listening, signingOriginOf } from '../signing-origin.ts'
import type { StakingService } from '../staking-service.ts'
import type { SubscriptionService } from '../subscription-service.ts'
import type { TierService } from '../tier-service.ts'
import type { WalletService } from '../wallet-service.ts'

type Deps = { readonly wallets: WalletService; readonly listening: Listening }

export const walletRoutes =
  ({ wallets, listening }: Deps) =>
  async (app: FastifyInstance): Promise<void> => {
    app.endpoint(createWalletChallenge, async ({ userId, request, body }) => {
      const { email } = request.caller.user
      return { message: await wallets.challenge({ userId, email }, signingOriginOf(request, listening), body.address) }
    })
    app.endpoint(addWallet, async ({ userId, request, body: { message, signature } }) => {
      const proof = { message, signature: hexOf(signature) }
      return { address: await wallets.link(userId, signingOriginOf(request, listening), proof) }
    })
    app.endpoint(listWallets, ({ userId }) => wallets.list(userId))
    app.endpoint(removeWallet, async ({ userId, params }) => ({ address: await wallets.unlink(userId, params.address) }))
  }

type TierDeps = { readonly tier: TierService; readonly demandReading: (userId: string) => void }

export const tierRoutes =
  ({ tier, demandReading }: TierDeps) =>
  async (app: FastifyInstance): Promise<void> => {
    app.endpoint(getTier, ({ userId }) => {
      demandReading(userId)
      return tier.status(userId)
    })
  }

type SubscriptionDeps = { readonly subscriptions: SubscriptionService; readonly demandReading: (userId: string) => void }

export const subscriptionRoutes =
  ({ subscriptions, demandReading }: SubscriptionDeps) =>
  async (app: FastifyInstance): Promise<void> => {
    app.endpoint(getSubscriptions, ({ userId }) => {
      demandReading(userId)
      return subscriptions.status(userId)
    })
  }

type StakingDeps = { readonly staking: StakingService; readonly demandReading: (userId: string) => void }

export const stakingRoutes =
  ({ staking, demandReading }: StakingDeps) =>
  async (app: FastifyInstance): Promise<void> => {
    app.endpoint(getStakingPool, ({ userId }) => {
      demandReading(userId)
      return staking.pool()
    })
    app.endpoint(listRewardEpochs, staking.epochs)
    app.endpoint(getStakingPosition, ({ userId, params, query }) => {
      demandReading(userId)
      return staking.position(userId, params.wallet, query.tickets_page)
    })
    app.endpoint(getVesting, ({ userId, params }) => {
      demandReading(userId)
      return staking.vesting(userId, params.wallet)
    })
    app.endpoint(getStakingHistory, async ({ userId, params: { wallet }, query, reply }) => {
      if (query.format === 'json') return staking.historyPage(userId, wallet, query.page)
      const csv = historyCsv(await staking.history(userId, wallet))
      reply
        .header('cache-control', 'no-store')
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="staking-${wallet.toLowerCase()}.csv"`)
      // A buffer is sent unchanged; the schema of the route describes the JSON form.
      return sendReady(reply, Buffer.from(csv))
    })
  }

const HEADINGS = ['time', 'kind', 'amount', 'transaction', 'block', 'final']

/** RFC 4180; whole tokens with all digits. No field can contain a comma, a quote or a formula. */
const historyCsv = (events: readonly z.output<typeof stakingEvent>[]): string =>
  [
    HEADINGS,
    ...events.map(({ at, kind, amount, transaction, block, final }) => [
      new Date(at).toISOString(),
      kind,
      formatUnits(BigInt(amount), TOKEN_DECIMALS),
      transaction,
      block,
      final,
    ]),
  ]
    .map((cells) => `${cells.join(',')}\r\n`)
    .join('')
