import { createHash } from 'node:crypto'
import { linkSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { errnoCode } from '../../platform/errno-code.ts'
import { makeFolder } from '../../start-files.ts'

const address = z.templateLiteral(['0x', z.string().check(z.regex(/^[0-9a-fA-F]{40}$/))])

export const deployment = z.object({
  build: z.string(),
  block: z.int().check(z.gte(0)),
  contracts: z.object({ token: address, staking: address, vesting: address, subscriptions: address, utils: address, usdc: address }),
})
export type Deployment = z.output<typeof deployment>

const savedChain = z.object({
  format: z.literal(1),
  /** Random per chain, so that data of different chains is never mixed up. */
  instance: z.string(),
  savedAt: z.number(),
  block: z.int().check(z.gte(0)),
  deployment: z.nullable(deployment),
  /** `anvil_dumpState`: gzip in hex. */
  state: z.string().check(z.regex(/^0x[0-9a-f]*$/)),
  /** SHA-256 of `state`. */
  check: z.string(),
})
export type SavedChain = z.output<typeof savedChain>

const CURRENT = 'state.json'
const PREVIOUS = 'state.previous.json'
const DRAFT = 'state.new.json'

export type SavedCopy = { readonly file: string; readonly chain: SavedChain } | { readonly file: string; readonly damage: string }

/** Newest first, including damaged copies; empty for a new chain. */
export const savedCopies = (folder: string): SavedCopy[] => [CURRENT, PREVIOUS].flatMap((file) => readCopy(folder, file) ?? [])

function readCopy(folder: string, file: string): SavedCopy | undefined {
  try {
    const parsed = z.safeParse(savedChain, JSON.parse(readFileSync(join(folder, file), 'utf8')))
    if (!parsed.success) return { file, damage: 'is not a saved chain' }
    return parsed.data.check === checkOf(parsed.data.state) ? { file, chain: parsed.data } : { file, damage: 'has changed on the disk' }
  } catch (error) {
    if (error instanceof SyntaxError) return { file, damage: 'is cut off' }
    if (errnoCode(error) === 'ENOENT') return undefined
    throw error
  }
}

const checkOf = (state: string): string => createHash('sha256').update(state).digest('hex')

/** Atomic: writes a draft, fsyncs, then renames; the previous copy is kept. Resolves once the copy is durable. */
export async function saveChain(folder: string, chain: Omit<SavedChain, 'format' | 'check'>): Promise<void> {
  const [draft, current, previous] = [join(folder, DRAFT), join(folder, CURRENT), join(folder, PREVIOUS)]
  const file = await open(draft, 'w', 0o600)
  try {
    await file.writeFile(JSON.stringify({ format: 1, ...chain, check: checkOf(chain.state) } satisfies SavedChain))
    await file.sync()
  } finally {
    await file.close()
  }
  keepPrevious(current, previous)
  renameSync(draft, current)
  await syncFolder(folder)
}

/** A damaged copy never replaces a good one: `setAside` has already moved it away. */
function keepPrevious(current: string, previous: string): void {
  const fresh = `${previous}.new`
  rmSync(fresh, { force: true })
  try {
    linkSync(current, fresh)
  } catch (error) {
    if (errnoCode(error) === 'ENOENT') return
    throw error
  }
  renameSync(fresh, previous)
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Renames a damaged copy instead of deleting it, for later inspection. */
export function setAside(folder: string, file: string, now: number): string {
  const aside = `${file}.damaged-${now}`
  makeFolder(folder, 0o700)
  renameSync(join(folder, file), join(folder, aside))
  return aside
}
