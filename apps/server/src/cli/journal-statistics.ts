import { readFileSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { StatisticsFileFault, statisticsOfFile } from '@aerie/journal/statistics-file'

export const JOURNAL_STATISTICS_USAGE = `  journal statistics FILE [--periods N]  the statistics of a CSV file as JSON: of returns ("date,return") or of trades (the columns of
                                        "journal export"); N periods a year, 365 where it is not named`

/** One line that says what is wrong with the command or its file. */
export class JournalStatisticsFailure extends Error {
  override readonly name = 'JournalStatisticsFailure'
}

const PERIODS_A_YEAR = 365
const MOST_PERIODS = 1_000_000
const MOST_BYTES = 256_000_000

/**
 * `journal statistics FILE [--periods N]`.
 *
 * @returns the report as JSON
 * @throws JournalStatisticsFailure
 */
export function runJournalStatistics(args: readonly string[]): string {
  const { file, periodsAYear } = parseArguments(args)
  try {
    return `${JSON.stringify(statisticsOfFile(textOf(file), periodsAYear), null, 2)}\n`
  } catch (error) {
    if (error instanceof StatisticsFileFault) throw new JournalStatisticsFailure(`${file}: ${error.message}`, { cause: error })
    throw error
  }
}

function parseArguments(args: readonly string[]): { file: string; periodsAYear: number } {
  const flag = args.indexOf('--periods')
  const files = flag === -1 ? args : [...args.slice(0, flag), ...args.slice(flag + 2)]
  const [file, ...more] = files
  if (file === undefined || more.length > 0 || file.startsWith('--')) {
    throw new JournalStatisticsFailure('journal statistics takes one FILE, and --periods N.')
  }
  return { file, periodsAYear: flag === -1 ? PERIODS_A_YEAR : periodsOf(args[flag + 1]) }
}

function periodsOf(text: string | undefined): number {
  const periods = /^\d+(\.\d+)?$/.test(text ?? '') ? Number(text) : Number.NaN
  if (!(periods > 0 && periods <= MOST_PERIODS)) throw new JournalStatisticsFailure('--periods is a number of periods a year, such as 365.')
  return periods
}

function textOf(file: string): string {
  const path = resolve(process.env.INIT_CWD ?? process.cwd(), file)
  try {
    if (statSync(path).size > MOST_BYTES) throw new JournalStatisticsFailure(`${file} is larger than 256 MB.`)
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (error instanceof JournalStatisticsFailure) throw error
    throw new JournalStatisticsFailure(`${file} cannot be read.`, { cause: error })
  }
}
