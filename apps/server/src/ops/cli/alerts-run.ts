import { createReadStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { pipeline } from 'node:stream'
import { AlertRunFault, openAlertRun } from '@aerie/alerts/run'
import { CsvError, parse } from 'csv-parse'
import { InputFailure, pathOf } from './usage.ts'

export const ALERTS_RUN_USAGE = `  alerts run RULES PRICES               evaluates rules (JSONL: bodies of POST /api/v1/alerts with an "id") over prices (CSV:
                                        time_ms,symbol,price[,volume]) in order: one firing a line; what cannot be read ends it with 2`

export type RunOutput = { readonly print: (line: string) => void; readonly warn: (line: string) => void }

const MOST_RULE_BYTES = 64_000_000
const MOST_ROW_CHARACTERS = 1_000

/** `alerts run RULES PRICES`. @throws InputFailure for the command or a file, AlertRunFault for a line */
export async function runAlerts(args: readonly string[], { print, warn }: RunOutput): Promise<void> {
  const [rules, prices, ...more] = args
  if (rules === undefined || prices === undefined || more.length > 0) throw new InputFailure('alerts run takes RULES and PRICES.')
  const run = openAlertRun((await textOf(rules)).split(/\r?\n/))
  for (const { id, kind } of run.left) warn(`${JSON.stringify(id)}: prices alone do not decide an alert of the kind "${kind}": left out.`)
  for await (const cells of rowsOf(prices)) for (const firing of run.handle(cells)) print(JSON.stringify(firing))
}

async function textOf(file: string): Promise<string> {
  try {
    if ((await stat(pathOf(file))).size > MOST_RULE_BYTES) throw new InputFailure(`${file} is larger than 64 MB.`)
    return (await readFile(pathOf(file), 'utf8')).replace(/^\uFEFF/, '')
  } catch (error) {
    throw readFailure(error, file)
  }
}

async function* rowsOf(file: string): AsyncGenerator<string[]> {
  const parser = parse({ bom: true, relax_column_count: true, skip_empty_lines: true, max_record_size: MOST_ROW_CHARACTERS })
  const rows = pipeline(createReadStream(pathOf(file)), parser, () => undefined) // a read error closes the parser and is thrown below
  try {
    for await (const cells of rows as AsyncIterable<string[]>) yield cells
  } catch (error) {
    throw readFailure(error, file)
  }
}

function readFailure(error: unknown, file: string): unknown {
  if (error instanceof InputFailure || error instanceof AlertRunFault) return error
  const message = error instanceof CsvError ? `${file} is no CSV: ${error.message}.` : `${file} cannot be read.`
  return new InputFailure(message, { cause: error })
}
