import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'

/** Asks the person at the terminal; undefined where there is none. A hidden answer does not appear on it. */
export type Ask = (question: string, options?: { readonly isHidden?: boolean }) => Promise<string | undefined>

/** Asks on standard error, so that standard output holds results alone. */
export const askTerminal: Ask = async (question, { isHidden = false } = {}) => {
  if (!process.stdin.isTTY || !process.stderr.isTTY) return undefined
  process.stderr.write(question)
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: process.stdin, output: isHidden ? silent : process.stderr, terminal: true })
  try {
    return await lines.question('')
  } finally {
    lines.close()
    if (isHidden) process.stderr.write('\n')
  }
}
