import * as z from 'zod/mini'
import { loadSigner, SignerFault, signText } from './signer-core.ts'
import { type SignerReply, type SignerRequest, signerRequest } from './signer-messages.ts'

// Served with its own CSP: no network, WebAssembly allowed, no other scripts. Seeds are held only here.

class Signer {
  #module: WebAssembly.Module | null = null
  #seed: Uint8Array | null = null

  async answer(request: SignerRequest): Promise<string | undefined> {
    if (request.kind === 'load') {
      this.#module = await loadSigner(request.bytes, request.sha256)
      return undefined
    }
    if (request.kind === 'seed') {
      this.#seed?.fill(0)
      this.#seed = request.seed
      return undefined
    }
    if (this.#module === null) throw new SignerFault('not-a-signer')
    if (this.#seed === null) throw new SignerFault('no-seed')
    return signText(this.#module, this.#seed, request.text)
  }
}

const signer = new Signer()

async function reply(request: SignerRequest): Promise<SignerReply> {
  try {
    const signature = await signer.answer(request)
    return { id: request.id, ok: true, ...(signature !== undefined && { signature }) }
  } catch (error) {
    return { id: request.id, ok: false, code: error instanceof SignerFault ? error.code : 'sign-failed' }
  }
}

addEventListener('message', ({ data }) => {
  const request = z.safeParse(signerRequest, data)
  if (request.success) void reply(request.data).then((response) => postMessage(response))
})
