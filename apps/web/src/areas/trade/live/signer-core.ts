export const SIGNER_FAULTS = ['no-file', 'wrong-file', 'not-a-signer', 'no-seed', 'sign-failed'] as const
export type SignerFaultCode = (typeof SIGNER_FAULTS)[number]

/** Never contains the seed or the signed text. */
export class SignerFault extends Error {
  override readonly name = 'SignerFault'
  readonly code: SignerFaultCode
  constructor(code: SignerFaultCode) {
    super(code)
    this.code = code
  }
}

/** Supported version of the interface in docs/operate/apex.md. */
const ABI = 1
const MOST_SIGNATURE = 1_024

const hexOf = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

/**
 * Compiles the operator's signer after verifying its hash locally. It may have no imports, so it cannot leak data.
 * @param sha256 hexadecimal, pinned by the server
 * @throws SignerFault wrong-file, not-a-signer
 */
export async function loadSigner(bytes: Uint8Array<ArrayBuffer>, sha256: string): Promise<WebAssembly.Module> {
  const found = hexOf(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)))
  if (found !== sha256) throw new SignerFault('wrong-file')
  const module = await WebAssembly.compile(bytes).catch(() => undefined)
  if (module === undefined || WebAssembly.Module.imports(module).length > 0) throw new SignerFault('not-a-signer')
  openSigner(module)
  return module
}

type Signer = {
  readonly memory: WebAssembly.Memory
  readonly alloc: (bytes: number) => number
  /** Pointer and length of seed, text and output. */
  readonly sign: (...parts: readonly number[]) => number
}

/** A new instance per signing: no memory is shared with earlier ones. @throws SignerFault not-a-signer */
function openSigner(module: WebAssembly.Module): Signer {
  const { memory, alloc, sign, aerie_signer_version: version } = new WebAssembly.Instance(module).exports
  const isWhole = memory instanceof WebAssembly.Memory && typeof alloc === 'function' && typeof sign === 'function'
  if (!isWhole || typeof version !== 'function' || Number(version()) !== ABI) throw new SignerFault('not-a-signer')
  return { memory, alloc: (bytes) => Number(alloc(bytes)), sign: (...parts) => Number(sign(...parts)) }
}

/**
 * The signer's memory is zeroed and dropped afterwards.
 * @returns lower-case hexadecimal
 * @throws SignerFault sign-failed on any failure
 */
export function signText(module: WebAssembly.Module, seed: Uint8Array, text: string): string {
  const { memory, alloc, sign } = openSigner(module)
  try {
    const message = new TextEncoder().encode(text)
    const [seedAt, textAt, outAt] = [alloc(seed.length), alloc(message.length), alloc(MOST_SIGNATURE)]
    new Uint8Array(memory.buffer, seedAt, seed.length).set(seed)
    new Uint8Array(memory.buffer, textAt, message.length).set(message)
    const length = sign(seedAt, seed.length, textAt, message.length, outAt, MOST_SIGNATURE)
    const signature = new TextDecoder().decode(new Uint8Array(memory.buffer, outAt, Math.max(0, Math.min(length, MOST_SIGNATURE))))
    if (!/^[0-9a-f]{16,1024}$/.test(signature)) throw new SignerFault('sign-failed')
    return signature
  } catch {
    throw new SignerFault('sign-failed')
  } finally {
    new Uint8Array(memory.buffer).fill(0)
  }
}
