import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'

/** ApeX's own is three megabytes. */
const MOST_BYTES = 16 * 1024 * 1024
const MAGIC = Buffer.from([0, 0x61, 0x73, 0x6d])

export type SignerFile =
  | { readonly isOn: true; readonly bytes: Buffer; readonly sha256: string }
  /** `reason` for users, `cause` for the operator's log. */
  | {
      readonly isOn: false
      readonly reason: string
      readonly cause: 'not set' | 'cannot be read' | 'not WebAssembly, or too large' | 'another SHA-256'
    }

const off = (cause: Extract<SignerFile, { isOn: false }>['cause']): SignerFile => ({
  isOn: false,
  reason: 'Live orders are not available on this server. Trade on paper here, and place live orders on ApeX Omni itself.',
  cause,
})

type Settings = { readonly wasm: string | undefined; readonly sha256: string | undefined }

/** The browser signer, pinned by SHA-256. Read once at start, so that the checked bytes are the ones served. @throws never */
export async function signerFile({ wasm, sha256 }: Settings): Promise<SignerFile> {
  if (wasm === undefined || sha256 === undefined) return off('not set')
  const bytes = await readBounded(wasm)
  if (bytes === undefined) return off('cannot be read')
  if (bytes.length > MOST_BYTES || !bytes.subarray(0, 4).equals(MAGIC)) return off('not WebAssembly, or too large')
  const found = createHash('sha256').update(bytes).digest('hex')
  return found === sha256.toLowerCase() ? { isOn: true, bytes, sha256: found } : off('another SHA-256')
}

async function readBounded(path: string): Promise<Buffer | undefined> {
  try {
    const found = await stat(path)
    if (!found.isFile()) return undefined
    return found.size > MOST_BYTES ? Buffer.alloc(MOST_BYTES + 1) : await readFile(path)
  } catch {
    return undefined
  }
}
