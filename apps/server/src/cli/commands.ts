import { randomBytes } from 'node:crypto'
import { parseArgs } from 'node:util'
import { itemAt } from '@aerie/core/item-at'
import { recordKeys } from '@aerie/core/record-keys'
import { email as emailField, password as passwordField } from '@aerie/wire/account-forms'
import { SUBSCRIPTIONS } from '@aerie/wire/accounts'
import { replayCommand } from '@aerie/wire/replay'
import * as z from 'zod/mini'
import type { administrationService } from '../modules/accounts/administration-service.ts'
import type { MarketCommand } from '../modules/market/market-command-listener.ts'
import { moment } from '../modules/market/market-queries.ts'
import type { Rebuilt } from '../modules/trading/rebuild.ts'
import { userTable } from './user-table.ts'

export const USAGE = `Usage: npm run aerie -- …

  admin user create EMAIL [--first-name N] [--last-name N] [--password-stdin]
                                        a confirmed account; without --password-stdin a password is drawn and printed once
  admin user deactivate EMAIL           ends all sessions; nobody logs in
  admin user activate EMAIL
  admin user list [--json]
  admin subscription grant EMAIL claw|IPC
  admin subscription end EMAIL          ends what was granted, not what is paid for
  admin vip grant EMAIL
  admin vip end EMAIL
  admin limits set EMAIL CALLS          calls a day of info, price and historical
  admin limits clear EMAIL              back to what the account is entitled to
  admin market live                     changes a running server with MARKET_SOURCE=auto from the simulation to the live market
  admin market replay status            how the replay of a running server with MARKET_SOURCE=replay stands
  admin market replay pause|play|step   a step pauses, and goes on to the next close of a candle
  admin market replay speed N           market seconds a second, 1 to 3600
  admin market replay jump DATE         goes on at another moment of the recording, such as 2023-10-02T00:34:00Z
  admin trading rebuild                 folds the events of every paper account anew and compares; changes nothing
  admin journal rebuild                 makes the round trips of every paper account anew from its events and compares; changes nothing`

/** The operator wrote something that is no command: the usage follows the message. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

export type CommandTools = {
  readonly administration: ReturnType<typeof administrationService>
  /** All of standard input, without its last line break. */
  readonly readStdin: () => Promise<string>
  /** Asks something of the market of the running server; undefined when none answers. */
  readonly sendMarketCommand: (command: MarketCommand) => Promise<string | undefined>
  /** Compares what is stored of paper accounts with their events. */
  readonly rebuildTrading: () => Promise<Rebuilt>
  /** Compares round trips and entry facts with the events. */
  readonly rebuildJournal: () => Promise<Rebuilt>
}

/** Something is not as it should be: the words say what. */
export class FoundFault extends Error {
  override readonly name = 'FoundFault'
}
/** Does its work and resolves to what to print. */
export type Command = (tools: CommandTools) => Promise<string>

type Flags = ReturnType<typeof readFlags>['values']
type Words = readonly string[]
type Entry = { readonly takes: number; readonly flags?: readonly (keyof Flags)[]; readonly make: (words: Words, flags: Flags) => Command }

const COMMANDS: Readonly<Record<string, Entry>> = {
  'admin user create': { takes: 1, flags: ['first-name', 'last-name', 'password-stdin'], make: createUser },
  'admin user deactivate': {
    takes: 1,
    make: onUser((email, { administration }) => administration.setActive(email, false), 'is deactivated; all sessions have ended'),
  },
  'admin user activate': { takes: 1, make: onUser((email, { administration }) => administration.setActive(email, true), 'is active') },
  'admin user list': { takes: 0, flags: ['json'], make: listUsers },
  'admin subscription grant': { takes: 2, make: grantSubscription },
  'admin subscription end': {
    takes: 1,
    make: endSubscription,
  },
  'admin vip grant': { takes: 1, make: onUser((email, { administration }) => administration.setVip(email, true), 'is VIP') },
  'admin vip end': { takes: 1, make: onUser((email, { administration }) => administration.setVip(email, false), 'is no longer VIP') },
  'admin market live': { takes: 0, make: () => marketCommand('live', 'auto') },
  'admin market replay status': { takes: 0, make: () => marketCommand('replay', 'replay') },
  'admin market replay pause': { takes: 0, make: () => marketCommand({ action: 'pause' }, 'replay') },
  'admin market replay play': { takes: 0, make: () => marketCommand({ action: 'play' }, 'replay') },
  'admin market replay step': { takes: 0, make: () => marketCommand({ action: 'step' }, 'replay') },
  'admin market replay speed': { takes: 1, make: setSpeed },
  'admin market replay jump': { takes: 1, make: jump },
  'admin trading rebuild': { takes: 0, make: () => rebuild((tools) => tools.rebuildTrading()) },
  'admin journal rebuild': { takes: 0, make: () => rebuild((tools) => tools.rebuildJournal()) },
  'admin limits set': { takes: 2, make: setLimit },
  'admin limits clear': {
    takes: 1,
    make: onUser((email, { administration }) => administration.setDailyCalls(email, null), 'has the calls a day of its entitlements'),
  },
}

/**
 * The command that these words mean. Nothing is done yet: what is wrong with them is said before the database is touched.
 *
 * @throws UsageError
 */
export function parseCommand(args: readonly string[]): Command {
  const { values, positionals } = readFlags(args)
  const name = Object.keys(COMMANDS).find((known) => known.split(' ').every((word, index) => positionals[index] === word))
  const entry = COMMANDS[name ?? '']
  if (name === undefined || entry === undefined) throw new UsageError(`There is no command "${positionals.join(' ')}".`)
  const words = positionals.slice(name.split(' ').length)
  if (words.length !== entry.takes) throw new UsageError(`"${name}" takes ${entry.takes} more, not ${words.length}.`)
  const strange = recordKeys(values).find((flag) => !entry.flags?.includes(flag)) // the keys that were parsed
  if (strange !== undefined) throw new UsageError(`"${name}" has no --${strange}.`)
  return entry.make(words, values)
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

function onUser(work: (email: string, tools: CommandTools) => Promise<void>, done: string): Entry['make'] {
  return ([given]) => {
    const email = parseEmail(given)
    return async (tools) => {
      await work(email, tools)
      return `${email} ${done}.\n`
    }
  }
}

function createUser([given]: Words, flags: Flags): Command {
  const email = parseEmail(given)
  const isGiven = flags['password-stdin'] === true
  const names = { firstName: flags['first-name']?.trim() || itemAt(email.split('@'), 0), lastName: flags['last-name']?.trim() ?? '' } // split gives one part at least
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

function listUsers(_words: Words, flags: Flags): Command {
  return async ({ administration }) => userTable(await administration.list(), { isJson: flags.json === true })
}

function grantSubscription([given, wanted]: Words): Command {
  const email = parseEmail(given)
  const subscription = SUBSCRIPTIONS.find((known) => known.toLowerCase() === wanted?.toLowerCase())
  if (subscription === undefined) throw new UsageError(`"${wanted}" is no subscription: claw or IPC.`)
  return async ({ administration }) => {
    return subscriptionLine(email, await administration.setSubscription(email, subscription), subscription)
  }
}

function endSubscription([given]: Words): Command {
  const email = parseEmail(given)
  return async ({ administration }) => subscriptionLine(email, await administration.setSubscription(email, 'claw'), 'claw')
}

/** What holds may be more than what was granted: time that was paid for goes on. */
const subscriptionLine = (email: string, holds: string, granted: string): string =>
  `${email} has the subscription ${holds}${holds === granted ? '' : ', which is paid for'}.\n`

const marketCommand =
  (command: MarketCommand, source: 'auto' | 'replay'): Command =>
  async (tools) =>
    `${(await tools.sendMarketCommand(command)) ?? `No running server with MARKET_SOURCE=${source} has answered.`}\n`

function setSpeed([given = '']: Words): Command {
  const asked = z.safeParse(replayCommand, { action: 'speed', speed: /^\d{1,4}(\.\d{1,3})?$/.test(given) ? Number(given) : undefined })
  if (!asked.success) throw new UsageError(`"${given}" is no speed from 1 to 3600.`)
  return marketCommand(asked.data, 'replay')
}

function jump([given = '']: Words): Command {
  const asked = z.safeParse(moment, given)
  if (!asked.success || asked.data === undefined) throw new UsageError(`"${given}" is not ${asked.error?.issues[0]?.message ?? 'a date'}.`)
  return marketCommand({ action: 'jump', to: asked.data * 1_000 }, 'replay')
}

const MOST_SHOWN = 100

function rebuild(run: (tools: CommandTools) => Promise<Rebuilt>): Command {
  return async (tools) => {
    const { accounts, events, differences } = await run(tools)
    const read = `${accounts} accounts, ${events} events`
    if (differences.length === 0) return `${read}: no difference.\n`
    const lines = differences.slice(0, MOST_SHOWN).map(({ account, what }) => `  ${account}  ${what}`)
    throw new FoundFault([`${read}: ${differences.length} differences.`, ...lines].join('\n'))
  }
}

const MOST_CALLS = 1_000_000_000

function setLimit([given, wanted = '']: Words): Command {
  const email = parseEmail(given)
  const calls = Number(wanted)
  if (!/^\d+$/.test(wanted) || calls > MOST_CALLS) throw new UsageError(`"${wanted}" is not a number of calls from 0 to ${MOST_CALLS}.`)
  return async ({ administration }) => {
    await administration.setDailyCalls(email, calls)
    return `${email} may make ${calls} calls a day.\n`
  }
}
