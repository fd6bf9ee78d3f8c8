import { AlertRunFault } from '@aerie/alerts/run'
import { systemClock } from '@aerie/core/time'
import { RunFault } from '@aerie/trading/run'
import * as z from 'zod/mini'
import { loadConfig } from '../config.ts'
import { connectDatabase } from '../db/connect.ts'
import { migrate } from '../db/migrate.ts'
import { administrationService } from '../modules/accounts/administration-service.ts'
import { argon2Passwords } from '../modules/accounts/passwords.ts'
import { rebuildJournal } from '../modules/journal/rebuild-journal.ts'
import { sendMarketCommand } from '../modules/market/market-command-listener.ts'
import { rebuildAll } from '../modules/trading/rebuild.ts'
import { AppError } from '../plugins/app-error.ts'
import { StartFailure } from '../start-failure.ts'
import { AGENT_EVAL_USAGE, AgentEvalFailure, runAgentEvaluation } from './agent-eval.ts'
import { ALERTS_RUN_USAGE, AlertsRunFailure, runAlerts } from './alerts-run.ts'
import { type Command, FoundFault, parseCommand, USAGE, UsageError } from './commands.ts'
import { EVALUATE_USAGE, EvaluationFailure, runEvaluation } from './forecast-evaluate.ts'
import { JOURNAL_STATISTICS_USAGE, JournalStatisticsFailure, runJournalStatistics } from './journal-statistics.ts'
import { runTrading, TRADING_RUN_USAGE, TradingRunFailure } from './trading-run.ts'

const EXIT = { done: 0, failed: 1, misused: 2 } as const
const USAGES = [USAGE, EVALUATE_USAGE, AGENT_EVAL_USAGE, TRADING_RUN_USAGE, JOURNAL_STATISTICS_USAGE, ALERTS_RUN_USAGE]
const MAX_STDIN_BYTES = 4_096

/** `npm run aerie -- …`: beside a running server it uses the server's database, without one it starts its own for the moment. */
async function main(args: string[]): Promise<number> {
  z.config(z.locales.en())
  if (args.length === 0 || args.includes('--help') || args[0] === 'help') {
    process.stdout.write(`${USAGES.join('\n\n')}\n`)
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

/** What the command prints at its end. */
async function run(args: string[]): Promise<string> {
  const [area, verb, ...rest] = args
  if (area === 'forecast' && verb === 'evaluate') return await runEvaluation(rest)
  if (area === 'agent' && verb === 'eval') return await runAgentEvaluation(rest, sayLine)
  if (area === 'journal' && verb === 'statistics') return runJournalStatistics(rest)
  if (area === 'trading' && verb === 'run') {
    await runTrading(rest, sayLine)
    return ''
  }
  if (area === 'alerts' && verb === 'run') {
    await runAlerts(rest, { say: sayLine, warn: (line) => void process.stderr.write(`${line}\n`) })
    return ''
  }
  return await withDatabase(parseCommand(args))
}

const sayLine = (line: string): void => void process.stdout.write(`${line}\n`)

async function withDatabase(command: Command): Promise<string> {
  const config = loadConfig(process.env, process.cwd())
  const database = await connectDatabase({
    url: config.DATABASE_URL,
    dataDir: config.DATA_DIR,
    say: (line) => void process.stderr.write(`${line}\n`),
    mayJoin: true,
  })
  try {
    await migrate(database.db)
    const administration = administrationService({ db: database.db, clock: systemClock, passwords: argon2Passwords() })
    return await command({
      administration,
      readStdin,
      sendMarketCommand: (command) => sendMarketCommand(database.db.$client, command),
      rebuildTrading: () => rebuildAll(database.db),
      rebuildJournal: () => rebuildJournal(database.db),
    })
  } finally {
    await database.close()
  }
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

/** One line for the operator; a stack only for what nobody foresaw. */
function failureText(error: unknown): string {
  if (error instanceof UsageError) return `${error.message}\n\n${USAGE}`
  if (isSaidInOneLine(error)) return error.message
  if (error instanceof AppError) return error.detail
  if (error instanceof StartFailure) return `${error.message}.`
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

/** A command or a file that cannot be read: misuse, as the shell's own tools call it. */
const MISUSES = [UsageError, RunFault, AlertRunFault, AlertsRunFailure, JournalStatisticsFailure]
/** Failures whose message says all that the operator needs. */
const SAID_IN_ONE_LINE = [
  EvaluationFailure,
  AgentEvalFailure,
  TradingRunFailure,
  RunFault,
  FoundFault,
  AlertRunFault,
  AlertsRunFailure,
  JournalStatisticsFailure,
]

const isSaidInOneLine = (error: unknown): error is Error => SAID_IN_ONE_LINE.some((kind) => error instanceof kind)

process.exitCode = await main(process.argv.slice(2))
