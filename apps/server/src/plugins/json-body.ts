import type { FastifyInstance } from 'fastify'
import { AppError } from './app-error.ts'
import { PROBLEM_WORDS } from './problem-words.ts'

/** No body of ours is nested deeper than 20. What recurses over one (a schema, JSON.stringify, the chain's node) copes with far more. */
const MOST_DEPTH = 64
/** An import of 1,000 alerts with every field set has 22,000. */
const MOST_VALUES = 32_768

const QUOTE = 0x22
const COMMA = 0x2c
const BACKSLASH = 0x5c
const OPENERS: ReadonlySet<number> = new Set([0x5b, 0x7b])
const CLOSERS: ReadonlySet<number> = new Set([0x5d, 0x7d])
/** `u0000`, as it follows a backslash. */
const NUL_ESCAPE = [0x75, 0x30, 0x30, 0x30, 0x30]

/**
 * What is wrong with the shape of a JSON text: nested too deep, too many values, or a text with U+0000, which PostgreSQL cannot store.
 * Reads the bytes once, allocates nothing and stops at the first fault: parsing 340,000 empty objects first takes 100 ms.
 *
 * @returns undefined where nothing is wrong, also for what is no JSON at all
 */
export function shapeFault(bytes: Uint8Array): string | undefined {
  let depth = 0
  let values = 0
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0
    if (byte === QUOTE) {
      at = endOfText(bytes, at + 1)
      if (at === HAS_NUL) return PROBLEM_WORDS.unstorable
    } else if (CLOSERS.has(byte)) depth -= 1
    else if (byte === COMMA) values += 1
    else if (OPENERS.has(byte)) {
      values += 1
      depth += 1
    }
    if (values > MOST_VALUES) return PROBLEM_WORDS.tooMany(MOST_VALUES)
    if (depth > MOST_DEPTH) return PROBLEM_WORDS.tooDeep(MOST_DEPTH)
  }
  return undefined
}

const HAS_NUL = -1

/** Where the quote stands that ends a text; `HAS_NUL` for a text with an escaped U+0000. */
function endOfText(bytes: Uint8Array, from: number): number {
  let at = from
  for (; at < bytes.length && bytes[at] !== QUOTE; at += 1) {
    if (bytes[at] !== BACKSLASH) continue
    if (NUL_ESCAPE.every((each, place) => bytes[at + 1 + place] === each)) return HAS_NUL
    at += 1
  }
  return at
}

/** Reads JSON bodies, their shape first; and refuses addresses with U+0000, wherever it stands in them. */
export function readJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    const fault = shapeFault(body)
    if (fault === undefined) void parse(request, body.toString(), done)
    else done(new AppError('bad_input', { detail: fault }))
  })
  app.addHook('onRequest', async ({ url }) => {
    if (url.includes('%00')) throw new AppError('bad_input', { detail: PROBLEM_WORDS.unstorable })
  })
}
