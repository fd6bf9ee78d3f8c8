import * as z from 'zod/mini'
import { SIGNER_FAULTS } from './signer-core.ts'

const bytes = z.custom<Uint8Array<ArrayBuffer>>((value) => value instanceof Uint8Array)

export const signerRequest = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('load'), id: z.int(), bytes, sha256: z.string() }),
  z.object({ kind: z.literal('seed'), id: z.int(), seed: bytes }),
  z.object({ kind: z.literal('sign'), id: z.int(), text: z.string().check(z.maxLength(4_096)) }),
])
export type SignerRequest = z.output<typeof signerRequest>

/** `signature` only for a signing. */
export const signerReply = z.union([
  z.object({ id: z.int(), ok: z.literal(true), signature: z.optional(z.string()) }),
  z.object({ id: z.int(), ok: z.literal(false), code: z.enum(SIGNER_FAULTS) }),
])
export type SignerReply = z.output<typeof signerReply>
