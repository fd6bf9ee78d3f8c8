import { createReadStream } from 'node:fs'
import { resolve } from 'node:path'
import { openLineRun } from '@aerie/trading/run/run'
import { LineTooLong, textLines } from '../backup/text-lines.ts'

export const TRADING_RUN_USAGE = `  trading run FILE                      runs the paper engine alone over a JSONL file, on the file's own clock: one event a line,
                                        the closing state last; a line that cannot be read ends it with exit code 2`

/** One line that says what is wrong with the command or its file. */
export class TradingRunFailure extends Error {
  override readonly name = 'TradingRunFailure'
}

/** Longest line that is read. */
const MAX_LINE_CHARACTERS = 4_000_000

/**
 * `trading run FILE`.
 *
 * @param say hears each line of output at once
 * @throws TradingRunFailure for the command or the file, RunFault for a line of it
 */
export async function runTrading(args: readonly string[], say: (line: string) => void): Promise<void> {
  const [file, ...more] = args
  if (file === undefined || more.length > 0) throw new TradingRunFailure('trading run takes one FILE of lines.')
  const run = openLineRun()
  for await (const line of linesOf(resolve(process.env.INIT_CWD ?? process.cwd(), file), file)) {
    for (const out of run.hear(line)) say(JSON.stringify(out))
  }
  for (const out of run.close()) say(JSON.stringify(out))
}

async function* linesOf(path: string, file: string): AsyncGenerator<string> {
  try {
    yield* textLines(createReadStream(path), MAX_LINE_CHARACTERS)
  } catch (error) {
    if (error instanceof LineTooLong) throw new TradingRunFailure('A line is longer than 4,000,000 characters.', { cause: error })
    throw new TradingRunFailure(`${file} cannot be read.`, { cause: error })
  }
}
