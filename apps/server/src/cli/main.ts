import { AlertRunFault } from '@aerie/alerts/run'
import { RunFault } from '@aerie/trading/run/run'
import * as z from 'zod/mini'
import { BackupFault } from '../backup/backup-format.ts'
import { OperationFailure } from '../chain-operations/operation-failure.ts'
import { databaseRefusal } from '../db/database-errors.ts'
import { AppError } from '../plugins/app-error.ts'
import { StartFailure } from '../start-failure.ts'
import { systemCode } from '../start-files.ts'
import { runAdmin } from './admin-command.ts'
import { AGENT_EVAL_USAGE, AgentEvalFailure, runAgentEvaluation } from './agent-eval.ts'
import { ALERTS_RUN_USAGE, AlertsRunFailure, runAlerts } from './alerts-run.ts'
import { CHAIN_USAGE } from './chain/chain-flags.ts'
import { FoundFault } from './commands.ts'
import { EVALUATE_USAGE, EvaluationFailure, runEvaluation } from './forecast-evaluate.ts'
import { JOURNAL_STATISTICS_USAGE, JournalStatisticsFailure, runJournalStatistics } from './journal-statistics.ts'
import { runTrading, TRADING_RUN_USAGE, TradingRunFailure } from './trading-run.ts'
import { USAGE, UsageError } from './usage.ts'

const EXIT = { done: 0, failed: 1, misused: 2 } as const
const USAGES = [USAGE, CHAIN_USAGE, EVALUATE_USAGE, AGENT_EVAL_USAGE, TRADING_RUN_USAGE, JOURNAL_STATISTICS_USAGE, ALERTS_RUN_USAGE]

/** `npm run aerie -- …`: beside a running server it uses the server's database, without one it starts its own for the moment. */
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
  return await runAdmin(args)
}

const sayLine = (line: string): void => void process.stdout.write(`${line}\n`)

/** One line for the operator; a stack only for what nobody foresaw. */
function failureText(error: unknown): string {
  if (error instanceof UsageError) return `${error.message}\n\n${error.usage}`
  if (isSaidInOneLine(error)) return error.message
  if (error instanceof StartFailure) return `${error.message}.`
  if (error instanceof AppError) return error.detail
  // Leaves out the failed statement and its parameters: a password's hash may be among them.
  const refusal = databaseRefusal(error)
  if (refusal !== undefined) return `${refusal}.`
  // An error of the operating system is about the machine: our stack would not help.
  if (error instanceof Error && systemCode(error) !== '') return `${error.message.split('\n', 1)[0]}.`
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

/** A command or a file that cannot be read: misuse, as the shell's own tools call it. */
const MISUSES = [UsageError, RunFault, AlertRunFault, AlertsRunFailure, JournalStatisticsFailure]
/** Failures whose message says all that the operator needs. */
const SAID_IN_ONE_LINE = [
  EvaluationFailure,
  OperationFailure,
  AgentEvalFailure,
  TradingRunFailure,
  RunFault,
  FoundFault,
  AlertRunFault,
  AlertsRunFailure,
  JournalStatisticsFailure,
  BackupFault,
]

const isSaidInOneLine = (error: unknown): error is Error => SAID_IN_ONE_LINE.some((kind) => error instanceof kind)

// A reader that closes the pipe early, such as `head`, is no failure.
process.stdout.on('error', (error) => {
  if (systemCode(error) === 'EPIPE') process.exit(EXIT.done)
  process.stderr.write(`${failureText(error)}\n`)
  process.exit(EXIT.failed)
})
process.exitCode = await main(process.argv.slice(2))
