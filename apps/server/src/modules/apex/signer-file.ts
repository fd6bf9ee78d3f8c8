import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { APEX_PROBLEM_WORDS } from './apex-problem-words.ts'

/**
 * Why live orders cannot be placed here. The file that signs them is the operator's, pinned by its SHA-256.
 *
 * @throws never: a file that cannot be read is none
 */
export async function placingOff({
  wasm,
  sha256,
}: {
  readonly wasm: string | undefined
  readonly sha256: string | undefined
}): Promise<string> {
  if (wasm === undefined || sha256 === undefined) return APEX_PROBLEM_WORDS.noFile
  const bytes = await readFile(wasm).catch(() => undefined)
  if (bytes === undefined) return APEX_PROBLEM_WORDS.noFile
  const isPinned = createHash('sha256').update(bytes).digest('hex') === sha256.toLowerCase()
  return isPinned ? APEX_PROBLEM_WORDS.notBuilt : APEX_PROBLEM_WORDS.wrongFile
}
