import { randomBytes } from 'node:crypto'
import { basename } from 'node:path'
import { parseArgs } from 'node:util'
import { itemAt } from '@aerie/core/item-at'
import { recordKeys } from '@aerie/core/record-keys'
import { email as emailField, password as passwordField } from '@aerie/wire/account/account-forms'
import { displayName, SUBSCRIPTIONS } from '@aerie/wire/account/accounts'
import { moment } from '@aerie/wire/market/candles'
import { replayCommand } from '@aerie/wire/market/replay'
import * as z from 'zod/mini'
import {
  accountStatusOf,
  type administrationService,
  entitlements,
  type OperatorLogRow,
  type OperatorSession,
  type RemovedFactor,
  type UserWithWallet,
  userOf,
} from '../../areas/account/index.ts'
import type { MarketAnswer, MarketCommand } from '../../areas/market/index.ts'
import type { Moderation, ReportedText } from '../../areas/social/index.ts'
import type { Rebuilt } from '../../areas/trading/index.ts'
import type { OperatorParameters } from '../../platform/db/schema/operator-log.ts'
import type { ListedNode } from '../../platform/duties/nodes.ts'
import type { BackupSummary } from '../backup/write-backup.ts'
import { CommandFailure, parseName, UsageError, wrongCount } from './usage.ts'

type Form = { readonly isJson: boolean }

function sessionTable(sessions: readonly OperatorSession[], { isJson }: Form): string {
  if (isJson) return jsonOf(sessions)
  const rows = sessions.map(({ id, device, place, created_at, last_seen_at }) => [
    id,
    [device.browser, device.system].filter((known) => known !== null).join(' on ') || '-',
    [place.kind, place.network].filter((known) => known !== null).join(' '),
    minuteOf(created_at),
    minuteOf(last_seen_at),
  ])
  return textTable(['ID', 'DEVICE', 'PLACE', 'OPENED (UTC)', 'LAST SEEN (UTC)'], rows)
}

function nodeTable(nodes: readonly ListedNode[], { isJson }: Form): string {
  if (isJson)
    return jsonOf(
      nodes.map(({ startedAt, seenAt, isAlive, isReachable, ...node }) => ({
        ...node,
        started_at: startedAt.toISOString(),
        seen_at: seenAt.toISOString(),
        is_alive: isAlive,
        is_reachable: isReachable,
      })),
    )
  const rows = nodes.map(({ id, role, version, host, startedAt, seenAt, isAlive, isReachable, duties }) => [
    id,
    role,
    version,
    visible(host),
    minuteOf(startedAt.toISOString()),
    isAlive ? 'alive' : `gone since ${minuteOf(seenAt.toISOString())}`,
    isReachable === null ? '-' : isReachable ? 'connected' : 'not connected',
    dutiesText(duties) || '-',
  ])
  return textTable(['ID', 'ROLE', 'VERSION', 'HOST', 'STARTED (UTC)', 'STATE', 'BUS', 'DUTIES'], rows)
}

/** Numbered parts of a duty as one: `broker:0-3,7`. */
function dutiesText(duties: readonly string[]): string {
  const parts = Map.groupBy(duties, (name) => name.replace(/:\d+$/, ':'))
  return [...parts]
    .map(([name, all]) => (name.endsWith(':') ? `${name}${rangesOf(all.map((one) => Number(one.slice(name.length))))}` : name))
    .join(', ')
}

const rangesOf = (numbers: readonly number[]): string =>
  numbers
    .toSorted((a, b) => a - b)
    .reduce<{ from: number; to: number }[]>((ranges, n) => {
      const last = ranges.at(-1)
      if (last?.to === n - 1) last.to = n
      else ranges.push({ from: n, to: n })
      return ranges
    }, [])
    .map(({ from, to }) => (from === to ? `${from}` : `${from}-${to}`))
    .join(',')

function logTable(rows: readonly OperatorLogRow[], { isJson }: Form): string {
  if (isJson) return jsonOf(rows.map(logEntry))
  const cells = rows.map(({ at, systemUser, byName, command, userEmail, parameters }) => [
    at.toISOString(),
    byName === null ? systemUser : `${systemUser} (${byName})`,
    command,
    userEmail ?? '-',
    parametersText(parameters),
  ])
  return textTable(['WHEN', 'WHO', 'COMMAND', 'USER', 'PARAMETERS'], cells)
}

function reportTable(reports: readonly ReportedText[], { isJson }: Form): string {
  if (isJson) return jsonOf(reports)
  const rows = reports.map(({ target, kind, reports: count, reasons, email, state, text }) => [
    target,
    kind,
    String(count),
    reasons,
    email ?? '-',
    state ?? 'gone',
    JSON.stringify(cutText(text ?? '')),
  ])
  return textTable(['ID', 'KIND', 'REPORTS', 'REASONS', 'AUTHOR', 'STATE', 'TEXT'], rows)
}

const MOST_TEXT = 80
/** Truncated to fit a line; `--json` has the full text. */
const cutText = (text: string): string => (text.length > MOST_TEXT ? `${text.slice(0, MOST_TEXT)}…` : text)

/** JSON-quoted, so that a name cannot be mistaken for another parameter. */
const parametersText = (parameters: OperatorParameters): string =>
  Object.entries(parameters)
    .toSorted(([one], [other]) => one.localeCompare(other))
    .map(([name, value]) => `${name}=${JSON.stringify(value)}`)
    .join(' ') || '-'

const logEntry = ({ number, at, systemUser, byName, command, userId, userEmail, parameters }: OperatorLogRow) => ({
  number,
  at: at.toISOString(),
  system_user: systemUser,
  by: byName,
  command,
  user_id: userId,
  user_email: userEmail,
  parameters,
})

const jsonOf = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`
const minuteOf = (iso: string): string => iso.slice(0, 16).replace('T', ' ')

function textTable(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [headings, ...rows].map((row) => row.map(visible))
  const widths = headings.map((_, column) => Math.max(...lines.map((row) => row[column]?.length ?? 0)))
  const lineOf = (row: readonly string[]) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')
  return lines.map((row) => `${lineOf(row).trimEnd()}\n`).join('')
}

/** Replaces control and bidirectional formatting characters, which could disguise the text. */
const visible = (cell: string): string => cell.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '?')

type Administration = ReturnType<typeof administrationService>
/** `byName` is self-declared; both go to the operator's log. */
export type CommandCaller = { readonly command: string; readonly byName: string | null }

export type CommandTools = {
  readonly administrationFor: (caller: CommandCaller) => Administration
  readonly moderationFor: (caller: CommandCaller) => Moderation
  readonly warn: (line: string) => void
  /** All of standard input, without its last line break. */
  readonly readStdin: () => Promise<string>
  /** Undefined if no server is running. */
  readonly sendMarketCommand: (command: MarketCommand) => Promise<MarketAnswer | undefined>
  readonly backup: (path: string) => Promise<BackupSummary>
  readonly rebuildTrading: () => Promise<Rebuilt>
  readonly rebuildJournal: () => Promise<Rebuilt>
  readonly nodes: () => Promise<ListedNode[]>
}

export type Command = {
  (tools: CommandTools): Promise<string>
  /** Skips migrations: works on tables of other program versions too. */
  readonly keepsTables?: boolean
}

type Flags = ReturnType<typeof readFlags>['values']
type Operands = readonly string[]
type Tools = Omit<CommandTools, 'administrationFor' | 'moderationFor'> & {
  readonly administration: Administration
  readonly moderation: Moderation
}
type Work = (tools: Tools) => Promise<string>
type Entry = {
  readonly takes: number
  readonly flags?: readonly (keyof Flags)[]
  readonly isChange?: boolean
  readonly keepsTables?: boolean
  readonly make: (operands: Operands, flags: Flags) => Work
}

const change = (takes: number, make: Entry['make'], flags: Entry['flags'] = []): Entry => ({
  takes,
  make,
  flags,
  isChange: true,
})

const COMMANDS: Readonly<Record<string, Entry>> = {
  'admin user create': change(1, createUser, ['first-name', 'last-name', 'password-stdin']),
  'admin user deactivate': change(
    1,
    onUser((email, administration) => administration.setActive(email, false), 'is deactivated; all sessions have ended'),
  ),
  'admin user activate': change(
    1,
    onUser((email, administration) => administration.setActive(email, true), 'is active'),
  ),
  'admin user list': { takes: 0, flags: ['json'], make: listUsers },
  'admin subscription grant': change(2, grantSubscription),
  'admin subscription end': change(1, endSubscription),
  'admin vip grant': change(
    1,
    onUser((email, administration) => administration.setVip(email, true), 'is VIP'),
  ),
  'admin vip end': change(
    1,
    onUser((email, administration) => administration.setVip(email, false), 'is no longer VIP'),
  ),
  'admin limits set': change(2, setLimit),
  'admin limits clear': change(
    1,
    onUser((email, administration) => administration.setDailyCalls(email, null), 'has the calls a day of its entitlements'),
  ),
  'admin sessions': { takes: 1, flags: ['json', 'end', 'by'], make: sessionsOf },
  'admin factor': change(1, removeFactor, ['remove']),
  'admin log': { takes: 0, flags: ['user', 'limit', 'json'], make: showLog },
  'admin nodes': { takes: 0, flags: ['json'], make: showNodes },
  'admin backup': { ...change(1, backup), keepsTables: true },
  'admin market live': change(0, () => marketChange('live', 'auto')),
  'admin market replay status': { takes: 0, make: () => marketCommand('replay', 'replay') },
  'admin market replay pause': change(0, () => marketChange({ action: 'pause' }, 'replay')),
  'admin market replay play': change(0, () => marketChange({ action: 'play' }, 'replay')),
  'admin market replay step': change(0, () => marketChange({ action: 'step' }, 'replay')),
  'admin market replay speed': change(1, setSpeed),
  'admin market replay jump': change(1, jump),
  'admin social reports': { takes: 0, flags: ['limit', 'json'], make: showReports },
  'admin social hide': change(1, onText('hide', 'is hidden')),
  'admin social restore': change(1, onText('restore', 'is shown again')),
  'admin social suspend': change(1, suspend(true)),
  'admin social resume': change(1, suspend(false)),
  'admin trading rebuild': { takes: 0, make: () => rebuild((tools) => tools.rebuildTrading()) },
  'admin journal rebuild': { takes: 0, make: () => rebuild((tools) => tools.rebuildJournal()) },
}

/** Usage errors are reported before the database is opened. @throws UsageError */
export function parseCommand(args: readonly string[]): Command {
  const { values, positionals } = readFlags(args)
  const name = Object.keys(COMMANDS).find((known) => known.split(' ').every((part, index) => positionals[index] === part))
  const entry = COMMANDS[name ?? '']
  if (name === undefined || entry === undefined) throw new UsageError(`There is no command "${positionals.join(' ')}".`)
  const operands = positionals.slice(name.split(' ').length)
  if (operands.length !== entry.takes) throw wrongCount(name, entry.takes, operands.length)
  const strange = recordKeys(values).find((flag) => !entry.flags?.includes(flag) && !(flag === 'by' && entry.isChange))
  if (strange !== undefined) throw new UsageError(`"${name}" has no --${strange}.`)
  const caller = { command: name, byName: values.by === undefined ? null : parseName(values.by) }
  const work = entry.make(operands, values)
  const command = (tools: CommandTools) =>
    work({ ...tools, administration: tools.administrationFor(caller), moderation: tools.moderationFor(caller) })
  return Object.assign(command, { keepsTables: entry.keepsTables === true })
}

function readFlags(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        'first-name': { type: 'string' },
        'last-name': { type: 'string' },
        'password-stdin': { type: 'boolean' },
        json: { type: 'boolean' },
        by: { type: 'string' },
        end: { type: 'string' },
        remove: { type: 'boolean' },
        user: { type: 'string' },
        limit: { type: 'string' },
      },
    })
  } catch (error) {
    if (error instanceof TypeError) throw new UsageError(error.message)
    throw error
  }
}

function parseEmail(text = ''): string {
  const parsed = z.safeParse(emailField, text)
  if (!parsed.success) throw new UsageError(`"${text}" is not an e-mail address.`)
  return parsed.data
}

function onUser(work: (email: string, administration: Administration) => Promise<void>, done: string): Entry['make'] {
  return ([given]) => {
    const email = parseEmail(given)
    return async ({ administration }) => {
      await work(email, administration)
      return `${email} ${done}.\n`
    }
  }
}

function createUser([given]: Operands, flags: Flags): Work {
  const email = parseEmail(given)
  const isGiven = flags['password-stdin'] === true
  const names = { firstName: flags['first-name']?.trim() || itemAt(email.split('@'), 0), lastName: flags['last-name']?.trim() ?? '' }
  return async ({ administration, readStdin }) => {
    const password = isGiven ? parsePassword(await readStdin()) : randomBytes(15).toString('base64url')
    await administration.create({ email, password, ...names })
    return `${email} is created and confirmed.\n${isGiven ? '' : `Password, shown this once: ${password}\n`}`
  }
}

function parsePassword(text: string): string {
  const parsed = z.safeParse(passwordField, text)
  if (!parsed.success) throw new UsageError(`The password on standard input is not as expected: ${parsed.error.issues[0]?.message}.`)
  return parsed.data
}

function listUsers(_operands: Operands, flags: Flags): Work {
  return async ({ administration }) => userTable(await administration.list(), { isJson: flags.json === true })
}

function grantSubscription([given, wanted]: Operands): Work {
  const email = parseEmail(given)
  const subscription = SUBSCRIPTIONS.find((known) => known.toLowerCase() === wanted?.toLowerCase())
  if (subscription === undefined) throw new UsageError(`"${wanted}" is no subscription: claw or IPC.`)
  return async ({ administration }) => {
    return subscriptionLine(email, await administration.setSubscription(email, subscription), subscription)
  }
}

function endSubscription([given]: Operands): Work {
  const email = parseEmail(given)
  return async ({ administration }) => subscriptionLine(email, await administration.endSubscription(email), 'claw')
}

/** The effective plan may exceed the granted one, because paid time continues. */
const subscriptionLine = (email: string, holds: string, granted: string): string =>
  `${email} has the subscription ${holds}${holds === granted ? '' : ', which is paid for'}.\n`

function sessionsOf([given]: Operands, { end, json, by }: Flags): Work {
  const email = parseEmail(given)
  if (end !== undefined) return endSessions(email, parseSession(end), json)
  if (by !== undefined) throw new UsageError('"admin sessions" has --by only with --end.')
  return async ({ administration }) => sessionTable(await administration.listSessions(email), { isJson: json === true })
}

function endSessions(email: string, which: { id: string } | 'all', json: boolean | undefined): Work {
  if (json === true) throw new UsageError('"admin sessions" has --json only without --end.')
  return async ({ administration }) => {
    const ended = await administration.endSessions(email, which)
    return `${email}: ${ended} ${ended === 1 ? 'session has' : 'sessions have'} ended.\n`
  }
}

function parseSession(text: string): { id: string } | 'all' {
  if (text === 'all') return text
  const parsed = z.safeParse(z.uuid(), text)
  if (!parsed.success) throw new UsageError(`"${text}" is no ID of a session: one of "admin sessions EMAIL", or all.`)
  return { id: parsed.data }
}

function removeFactor([given]: Operands, { remove }: Flags): Work {
  const email = parseEmail(given)
  if (remove !== true) throw new UsageError('"admin factor" takes --remove.')
  return async ({ administration, warn }) => {
    warn(`Warning: the password alone will log ${email} in. Whoever asked you for this may not be the owner of the account.`)
    return `${email} has lost ${removedText(await administration.removeFactor(email))}; a mail tells them.\n`
  }
}

function removedText({ authenticator, passkeys }: RemovedFactor): string {
  const count = passkeys === 0 ? [] : [`${passkeys} ${passkeys === 1 ? 'passkey' : 'passkeys'}`]
  return [...(authenticator ? ['the authenticator app and its recovery codes'] : []), ...count].join(' and ')
}

const LOG_ROWS = 50
const MOST_LOG_ROWS = 1_000

function parseRows(limit = String(LOG_ROWS)): number {
  const rows = /^\d{1,4}$/.test(limit) ? Number(limit) : 0
  if (rows < 1 || rows > MOST_LOG_ROWS) throw new UsageError(`"${limit}" is not a number of rows from 1 to ${MOST_LOG_ROWS}.`)
  return rows
}

function showReports(_operands: Operands, { limit, json }: Flags): Work {
  const rows = parseRows(limit)
  return async ({ moderation }) => reportTable(await moderation.reports(rows), { isJson: json === true })
}

function onText(how: 'hide' | 'restore', done: string): Entry['make'] {
  return ([given = '']) => {
    const parsed = z.safeParse(z.uuid(), given)
    if (!parsed.success) throw new UsageError(`"${given}" is no ID of an idea or a comment: one of "admin social reports".`)
    return async ({ moderation }) => {
      await moderation[how](parsed.data)
      return `${parsed.data} ${done}.\n`
    }
  }
}

function suspend(isSuspended: boolean): Entry['make'] {
  return ([given]) => {
    const email = parseEmail(given)
    return async ({ moderation }) => {
      await moderation.suspend(email, isSuspended)
      return `${email} ${isSuspended ? 'is suspended from posting' : 'may post again'}.\n`
    }
  }
}

function showLog(_operands: Operands, { user, limit, json }: Flags): Work {
  const email = user === undefined ? undefined : parseEmail(user)
  const rows = parseRows(limit)
  return async ({ administration }) => logTable(await administration.log(email, rows), { isJson: json === true })
}

function showNodes(_operands: Operands, { json }: Flags): Work {
  return async ({ nodes }) => nodeTable(await nodes(), { isJson: json === true })
}

function backup([path = '']: Operands): Work {
  if (path.trim() === '') throw new UsageError('"admin backup" takes the name of a file.')
  return async (tools) => {
    // Logged first, so that the backup contains the entry.
    await tools.administration.noteAsked({ file: basename(path) })
    const others = (await tools.nodes()).filter(({ isAlive, role }) => isAlive && role !== 'all')
    if (others.length > 0)
      tools.warn(`Only the files of this DATA_DIR are backed up. These processes may have others: ${others.map(nodeName).join(', ')}.`)
    const { tables, rows, files, bytes, leftOut, cutOff } = await tools.backup(path)
    for (const name of cutOff)
      tools.warn(
        `${visible(name)}, in the same folder, is of a backup that was cut off. It cannot be restored and may hold the secret key: delete it.`,
      )
    if (leftOut.length > 0) tools.warn(`Not in the backup, as they are no files of Aerie: ${leftOut.map(visible).join(', ')}.`)
    return `${path}: ${rows} rows of ${tables} tables and ${files.length} files of DATA_DIR, ${Math.ceil(bytes / 1_000)} kB. Keep it safe: anyone who has it can log in as any user.\n`
  }
}

const nodeName = ({ role, host, id }: ListedNode): string => `${role} ${visible(host)} (${id})`

const marketCommand =
  (command: MarketCommand, source: 'auto' | 'replay'): Work =>
  async (tools) => {
    if (command === 'live') tools.warn('Looking for the live market. This can take half a minute.')
    const answer = await tools.sendMarketCommand(command)
    if (answer === undefined) throw new CommandFailure(`No running server with MARKET_SOURCE=${source} has answered.`)
    if (!answer.isDone) throw new CommandFailure(answer.text)
    return `${answer.text}\n`
  }

/** Logged before the running market is changed. */
const marketChange =
  (command: MarketCommand, source: 'auto' | 'replay', parameters: OperatorParameters = {}): Work =>
  async (tools) => {
    await tools.administration.noteAsked(parameters)
    return marketCommand(command, source)(tools)
  }

function setSpeed([given = '']: Operands): Work {
  const asked = z.safeParse(replayCommand, { action: 'speed', speed: /^\d{1,4}(\.\d{1,3})?$/.test(given) ? Number(given) : undefined })
  if (!asked.success) throw new UsageError(`"${given}" is no speed from 1 to 3600.`)
  return marketChange(asked.data, 'replay', { speed: Number(given) })
}

function jump([given = '']: Operands): Work {
  const asked = z.safeParse(moment, given)
  if (!asked.success || asked.data === undefined) throw new UsageError(`"${given}" is not ${asked.error?.issues[0]?.message ?? 'a date'}.`)
  const to = asked.data * 1_000
  return marketChange({ action: 'jump', to }, 'replay', { to: new Date(to).toISOString() })
}

const MOST_SHOWN = 100

function rebuild(run: (tools: Parameters<Work>[0]) => Promise<Rebuilt>): Work {
  return async (tools) => {
    const { accounts, events, differences } = await run(tools)
    const read = `${accounts} accounts, ${events} events`
    if (differences.length === 0) return `${read}: no difference.\n`
    const lines = differences.slice(0, MOST_SHOWN).map(({ account, what }) => `  ${account}  ${what}`)
    throw new CommandFailure([`${read}: ${differences.length} differences.`, ...lines].join('\n'))
  }
}

const MOST_CALLS = 1_000_000_000

function setLimit([given, wanted = '']: Operands): Work {
  const email = parseEmail(given)
  const calls = Number(wanted)
  if (!/^\d+$/.test(wanted) || calls > MOST_CALLS) throw new UsageError(`"${wanted}" is not a number of calls from 0 to ${MOST_CALLS}.`)
  return async ({ administration }) => {
    await administration.setDailyCalls(email, calls)
    return `${email} may make ${calls} calls a day.\n`
  }
}

const HEADINGS = ['EMAIL', 'NAME', 'STATE', 'SUBSCRIPTION', 'STANDING', 'CALLS A DAY', 'SINCE']

function userTable(users: readonly UserWithWallet[], { isJson }: { isJson: boolean }): string {
  if (isJson)
    return `${JSON.stringify(
      users.map(({ user, wallet }) => userOf(user, wallet)),
      null,
      2,
    )}\n`
  return textTable(HEADINGS, users.map(cells))
}

function cells({ user }: UserWithWallet): string[] {
  const state = user.isActive ? (user.isConfirmed ? 'active' : 'unconfirmed') : 'deactivated'
  const accountStatus = [user.isVip && 'VIP', user.goldTierHolder && 'gold'].filter(Boolean).join(' ') || '-'
  const name = displayName({ first_name: user.firstName, last_name: user.lastName })
  const calls = String(entitlements(accountStatusOf(user)).dailyCalls)
  const since = user.createdAt.toISOString().slice(0, 10)
  return [user.email, name, state, user.subscription, accountStatus, calls, since]
}
