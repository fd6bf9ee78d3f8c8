import { createReadStream, readFileSync, statSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { AlertRunFault } from '@aerie/alerts/run'
import { StatisticsFileFault, statisticsOfFile } from '@aerie/journal/statistics-file'
import { openLineRun, RunFault } from '@aerie/trading/run/run'
import * as z from 'zod/mini'
import { administrationService, argon2Passwords, operatorLogRepository } from '../../areas/account/index.ts'
import { rebuildJournal } from '../../areas/journal/index.ts'
import { sendMarketCommand } from '../../areas/market/index.ts'
import { moderation } from '../../areas/social/index.ts'
import { rebuildAll } from '../../areas/trading/index.ts'
import { DEFAULT_DATA_DIR, loadConfig, readEnvironment, WITHOUT_CHAIN } from '../../config.ts'
import { COMMAND_NAME, type Database } from '../../platform/db/client.ts'
import { connectDatabase } from '../../platform/db/connect.ts'
import { serverClock } from '../../platform/db/database-clock.ts'
import { databaseRefusal } from '../../platform/db/database-errors.ts'
import { migrate } from '../../platform/db/migrate.ts'
import { hasNodes, type ListedNode, listNodes } from '../../platform/duties/nodes.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { appErrorOf } from '../../platform/http/problem.ts'
import { mailQueue } from '../../platform/mail/mail-service.ts'
import { StartFailure } from '../../platform/start-failure.ts'
import { systemCode } from '../../start-files.ts'
import { BackupFault } from '../backup/backup-format.ts'
import { LineTooLong, restoreBackup, textLines } from '../backup/restore-backup.ts'
import { newestMigration, writeBackup } from '../backup/write-backup.ts'
import { OperationFailure } from '../chain-operations/operation.ts'
import { AGENT_EVAL_USAGE, runAgentEvaluation } from './agent-eval.ts'
import { ALERTS_RUN_USAGE, runAlerts } from './alerts-run.ts'
import { type ChainDeps, parseChainCommand } from './chain/chain-commands.ts'
import { CHAIN_USAGE } from './chain/chain-settings.ts'
import { type Command, parseCommand } from './commands.ts'
import { EVALUATE_USAGE, runEvaluation } from './forecast-evaluate.ts'
import { MCP_USAGE, runMcp } from './mcp.ts'
import { runRotation, systemUserName } from './rotate-command.ts'
import { askTerminal } from './terminal.ts'
import { CommandFailure, InputFailure, parseName, pathOf, USAGE, UsageError } from './usage.ts'

const JOURNAL_STATISTICS_USAGE = `  journal statistics FILE [--periods N]  the statistics of a CSV file as JSON: of returns ("date,return") or of trades (the columns of
                                        "journal export"); N periods a year, 365 where it is not named`

const PERIODS_A_YEAR = 365
const MOST_PERIODS = 1_000_000
const MOST_BYTES = 256_000_000

/** `journal statistics FILE [--periods N]`. @throws InputFailure */
export function runJournalStatistics(args: readonly string[]): string {
  const { file, periodsAYear } = parseArguments(args)
  try {
    return `${JSON.stringify(statisticsOfFile(textOf(file), periodsAYear), null, 2)}\n`
  } catch (error) {
    if (error instanceof StatisticsFileFault) throw new InputFailure(`${file}: ${error.message}`, { cause: error })
    throw error
  }
}

function parseArguments(args: readonly string[]): { file: string; periodsAYear: number } {
  const flag = args.indexOf('--periods')
  const files = flag === -1 ? args : [...args.slice(0, flag), ...args.slice(flag + 2)]
  const [file, ...more] = files
  if (file === undefined || more.length > 0 || file.startsWith('--')) {
    throw new InputFailure('journal statistics takes one FILE, and --periods N.')
  }
  return { file, periodsAYear: flag === -1 ? PERIODS_A_YEAR : periodsOf(args[flag + 1]) }
}

function periodsOf(text: string | undefined): number {
  const periods = /^\d+(\.\d+)?$/.test(text ?? '') ? Number(text) : Number.NaN
  if (!(periods > 0 && periods <= MOST_PERIODS)) throw new InputFailure('--periods is a number of periods a year, such as 365.')
  return periods
}

function textOf(file: string): string {
  const path = pathOf(file)
  try {
    if (statSync(path).size > MOST_BYTES) throw new InputFailure(`${file} is larger than 256 MB.`)
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (error instanceof InputFailure) throw error
    throw new InputFailure(`${file} cannot be read.`, { cause: error })
  }
}

const TRADING_RUN_USAGE = `  trading run FILE                      runs the paper engine alone over a JSONL file, on the file's own clock: one event a line,
                                        the closing state last; a line that cannot be read ends it with exit code 2`

const MAX_LINE_CHARACTERS = 4_000_000

/** `trading run FILE`. @throws CommandFailure for the command or the file, RunFault for a line of it */
export async function runTrading(args: readonly string[], print: (line: string) => void): Promise<void> {
  const [file, ...more] = args
  if (file === undefined || more.length > 0) throw new CommandFailure('trading run takes one FILE of lines.')
  const run = openLineRun()
  for await (const line of linesOf(pathOf(file), file)) {
    for (const out of run.handle(line)) print(JSON.stringify(out))
  }
  for (const out of run.close()) print(JSON.stringify(out))
}

async function* linesOf(path: string, file: string): AsyncGenerator<string> {
  try {
    yield* textLines(createReadStream(path), MAX_LINE_CHARACTERS)
  } catch (error) {
    if (error instanceof LineTooLong) throw new CommandFailure('A line is longer than 4,000,000 characters.', { cause: error })
    throw new CommandFailure(`${file} cannot be read.`, { cause: error })
  }
}

const EXIT = { done: 0, failed: 1, misused: 2 } as const
const USAGES = [
  USAGE,
  CHAIN_USAGE,
  EVALUATE_USAGE,
  AGENT_EVAL_USAGE,
  TRADING_RUN_USAGE,
  JOURNAL_STATISTICS_USAGE,
  ALERTS_RUN_USAGE,
  MCP_USAGE,
]

/** `npm run aerie -- …`: uses a running server's database, or starts its own temporarily. */
async function main(args: string[]): Promise<number> {
  z.config(z.locales.en())
  if (args.length === 0 || args.includes('--help') || args[0] === 'help') {
    process.stdout.write(`${(args[1] === 'chain' ? [CHAIN_USAGE] : USAGES).join('\n\n')}\n`)
    return args.length === 0 ? EXIT.misused : EXIT.done
  }
  try {
    process.stdout.write(await run(args))
    return EXIT.done
  } catch (error) {
    process.stderr.write(`${failureText(error)}\n`)
    return MISUSES.some((kind) => error instanceof kind) ? EXIT.misused : EXIT.failed
  }
}

async function run(args: string[]): Promise<string> {
  const [area, verb, ...rest] = args
  if (area === 'forecast' && verb === 'evaluate') return await runEvaluation(rest)
  if (area === 'agent' && verb === 'eval') return await runAgentEvaluation(rest, printLine)
  if (area === 'journal' && verb === 'statistics') return runJournalStatistics(rest)
  if (area === 'trading' && verb === 'run') {
    await runTrading(rest, printLine)
    return ''
  }
  if (area === 'alerts' && verb === 'run') {
    await runAlerts(rest, { print: printLine, warn: (line) => void process.stderr.write(`${line}\n`) })
    return ''
  }
  if (area === 'mcp') {
    const { stdin, stdout } = process
    await runMcp(args.slice(1), process.env, { stdin, stdout, warn: (line) => void process.stderr.write(`${line}\n`) })
    return ''
  }
  return await runAdmin(args)
}

const printLine = (line: string): void => void process.stdout.write(`${line}\n`)

function failureText(error: unknown): string {
  if (error instanceof UsageError) return `${error.message}\n\n${error.usage}`
  if (isOneLineError(error)) return error.message
  if (error instanceof StartFailure) return `${error.message}.`
  if (error instanceof AppError) return error.detail
  // Omits the failed statement and its parameters, which may include a password hash.
  const refusal = databaseRefusal(error)
  if (refusal !== undefined) return `${refusal}.`
  // For operating system errors a stack trace would not help.
  if (error instanceof Error && systemCode(error) !== '') return `${error.message.split('\n', 1)[0]}.`
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

const MISUSES = [UsageError, RunFault, AlertRunFault, InputFailure]
const ONE_LINE_ERRORS = [CommandFailure, OperationFailure, RunFault, AlertRunFault, BackupFault]

const isOneLineError = (error: unknown): error is Error => ONE_LINE_ERRORS.some((kind) => error instanceof kind)

// A reader that closes the pipe early, such as `head`, is not an error.
process.stdout.on('error', (error) => {
  if (systemCode(error) === 'EPIPE') process.exit(EXIT.done)
  process.stderr.write(`${failureText(error)}\n`)
  process.exit(EXIT.failed)
})
/** Here, since the commands run before the constants below exist. */
const MAX_STDIN_BYTES = 4_096
process.exitCode = await main(process.argv.slice(2))

async function runAdmin(args: string[]): Promise<string> {
  const [area, verb, ...rest] = args
  // No migrations first: a backup is restored into tables of its own version.
  if (area === 'admin' && verb === 'restore') return await runRestore(rest)
  if (area === 'admin' && verb === 'rotate-secret-key') return await runRotation(rest)
  if (area === 'admin' && verb === 'chain') return await withDatabase(parseChainCommand(rest, chainDeps()))
  return await withDatabase(parseCommand(args))
}

function chainDeps(): ChainDeps {
  const env = readEnvironment(process.env, process.cwd())
  return { env, dataDir: env.DATA_DIR || DEFAULT_DATA_DIR, ask: askTerminal, pause }
}

/** `admin restore FILE [--by NAME]`. @throws UsageError; StartFailure if a server is running; BackupFault */
async function runRestore(args: readonly string[]): Promise<string> {
  const { path, byName } = readArguments(args)
  const config = loadConfig({ ...process.env, ...WITHOUT_CHAIN }, process.cwd())
  const print = (line: string): void => void process.stderr.write(`${line}\n`)
  const database = await connectDatabase({ url: config.DATABASE_URL, dataDir: config.DATA_DIR, print, name: COMMAND_NAME })
  try {
    const clock = await serverClock(config, database.pool)
    const operator = { systemUser: systemUserName(), byName, command: 'admin restore' }
    const { createdAt, rows, files } = await restoreBackup({
      db: database.db,
      dataDir: config.DATA_DIR,
      path,
      note: (tx, head) =>
        operatorLogRepository(tx).add(operator, {
          at: new Date(clock.now()),
          user: null,
          parameters: { backup_of: head.created_at, by_version: head.version },
        }),
    })
    return `The backup of ${createdAt} is restored: ${rows} rows and ${files.length} files.\n`
  } finally {
    await database.close()
  }
}

function readArguments(args: readonly string[]): { readonly path: string; readonly byName: string | null } {
  try {
    const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options: { by: { type: 'string' } } })
    const [path, ...more] = positionals
    if (path === undefined || more.length > 0) throw new UsageError('"admin restore" takes the name of one file.')
    return { path, byName: values.by === undefined ? null : parseName(values.by) }
  } catch (error) {
    if (error instanceof TypeError) throw new UsageError(error.message)
    throw error
  }
}

/** Stops everything the command started. @throws StartFailure, BackupFault; AppError, UsageError and CommandFailure of the command */
export async function withDatabase(command: Command): Promise<string> {
  const config = loadConfig({ ...process.env, ...WITHOUT_CHAIN }, process.cwd())
  const database = await connectDatabase({
    url: config.DATABASE_URL,
    dataDir: config.DATA_DIR,
    print: (line) => void process.stderr.write(`${line}\n`),
    name: COMMAND_NAME,
    mayJoin: true,
  })
  try {
    if (command.keepsTables === true) await newestMigration(database.db.$client)
    else await migrate(database.db, { isShared: !database.isAlone })
    const clock = await serverClock(config, database.pool)
    return await command({
      administrationFor: (caller) =>
        administrationService({
          db: database.db,
          clock,
          passwords: argon2Passwords(),
          queueMail: mailQueue(clock),
          operator: { ...caller, systemUser: systemUserName() },
        }),
      moderationFor: (caller) => moderation({ db: database.db, clock, operator: { ...caller, systemUser: systemUserName() } }),
      warn: (line) => void process.stderr.write(`${line}\n`),
      readStdin,
      sendMarketCommand: (command) => sendMarketCommand(database.db.$client, command),
      backup: (path) => writeBackup({ db: database.db, clock, dataDir: config.DATA_DIR, path }),
      rebuildTrading: () => rebuildAll(database.db),
      rebuildJournal: () => rebuildJournal(database.db),
      nodes: () => nodesOf(database.db),
    })
  } catch (error) {
    throw sayable(error)
  } finally {
    await database.close()
  }
}

/** A backup also reads the tables of a release that has no list of processes yet. */
async function nodesOf(db: Database): Promise<ListedNode[]> {
  return (await hasNodes(db)) ? await listNodes(db) : []
}

function sayable(error: unknown): unknown {
  const known = appErrorOf(error)
  return known.code === 'internal' ? error : known
}

async function readStdin(): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const part of process.stdin) {
    const chunk = Buffer.from(part)
    size += chunk.length
    if (size > MAX_STDIN_BYTES) throw new UsageError('The password on standard input is too long.')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
    .toString('utf8')
    .replace(/\r?\n$/, '')
}
