import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'

/** Undefined without a terminal. A hidden answer is not echoed. */
export type Ask = (question: string, options?: { readonly isHidden?: boolean }) => Promise<string | undefined>

/** Prompts on standard error, so that standard output holds results only. */
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
