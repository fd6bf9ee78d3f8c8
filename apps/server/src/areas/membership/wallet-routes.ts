import { hexOf } from '@aerie/chain/hex'
import { addWallet, createWalletChallenge, listWallets, removeWallet } from '@aerie/wire/account/wallets'
import type { FastifyInstance } from 'fastify'
import { type Listening, signingOriginOf } from './signing-origin.ts'
import type { WalletService } from './wallet-service.ts'

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
