import { randomBytes } from 'node:crypto'
import type { Address } from '@aerie/chain/contracts'
import { MINUTE_MS } from '@aerie/core/time'
import { getAddress } from 'viem'
import { createSiweMessage, parseSiweMessage } from 'viem/siwe'
import { AppError } from '../../plugins/app-error.ts'
import type { ChallengeRow } from './challenge-repository.ts'
import { cannotSignAt, type SigningOrigin } from './signing-origin.ts'

/** A challenge that was not answered within this is void. */
export const CHALLENGE_MS = 10 * MINUTE_MS

/** Who the wallet is to belong to. */
export type ChallengeOwner = { readonly userId: string; readonly email: string }

type Draft = ChallengeOwner & SigningOrigin & { readonly address: string; readonly chainId: number; readonly now: number }

/**
 * The EIP-4361 message that links an address to a user, and the row to know it by.
 *
 * @throws AppError rule_broken where this server is reached by a name that such a message cannot hold
 */
export function draftChallenge({ userId, email, domain, uri, address, chainId, now }: Draft): Omit<ChallengeRow, 'usedAt'> {
  const nonce = randomBytes(16).toString('hex')
  const [createdAt, expiresAt] = [new Date(now), new Date(now + CHALLENGE_MS)]
  try {
    const message = createSiweMessage({
      address: getAddress(address.toLowerCase()),
      chainId,
      domain,
      uri,
      nonce,
      version: '1',
      issuedAt: createdAt,
      expirationTime: expiresAt,
      statement: `Link this wallet to the Aerie account of ${shownEmail(email)}. This moves no funds and costs nothing.`,
      resources: [resourceOf(userId)],
    })
    return { nonce, userId, message, createdAt, expiresAt }
  } catch (cause) {
    throw cannotSignAt(domain, 'messages for wallets cannot name such a place', cause)
  }
}

const resourceOf = (userId: string): string => `urn:uuid:${userId}`

/** EIP-4361 allows fewer characters than an e-mail address. */
const shownEmail = (email: string): string => email.replaceAll(/[^\w.~:/?#[\]@!$&'()*+,;=-]/g, '?')

type SignedChallenge = {
  readonly message: string
  readonly userId: string
  readonly origin: SigningOrigin
  readonly chainId: number
  readonly now: number
  readonly find: (nonce: string) => Promise<ChallengeRow | undefined>
}

/**
 * Which address a signed message is about, once it is sure that the message is one of ours: for this user, origin and
 * chain, in time, unused and unchanged to the letter. Whether the signature is the address's is not looked at.
 *
 * @throws AppError rule_broken, challenge_expired
 */
export async function readChallenge(presented: SignedChallenge): Promise<{ readonly address: Address; readonly nonce: string }> {
  const { message, userId, origin, chainId, now, find } = presented
  const said = parseSiweMessage(message)
  if (said.address === undefined || said.nonce === undefined) throw refused('This is not a message that was asked for here.')
  if (said.domain !== origin.domain || hostOf(said.uri) !== origin.domain) throw refused('This message is for another site.')
  if (said.chainId !== chainId) throw refused('This message is for another chain.')
  if (!said.resources?.includes(resourceOf(userId))) throw refused('This message is for another account.')
  // By its own word: the row of a message that old is gone.
  if (said.expirationTime !== undefined && said.expirationTime.getTime() <= now) throw expired()
  const row = await find(said.nonce)
  if (row === undefined || row.userId !== userId || row.message !== message)
    throw refused('This message was not asked for by this account. Ask for a new one.')
  if (row.usedAt !== null) throw refused('This message has been used. Ask for a new one.')
  if (row.expiresAt.getTime() <= now) throw expired()
  return { address: said.address, nonce: said.nonce }
}

const hostOf = (uri: string | undefined): string | undefined => (uri !== undefined && URL.canParse(uri) ? new URL(uri).host : undefined)

export const expired = (): AppError => new AppError('challenge_expired', { detail: 'This message has expired. Request a new one.' })
export const refused = (detail: string): AppError => new AppError('rule_broken', { detail })
