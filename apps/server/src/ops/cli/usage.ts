import { resolve } from 'node:path'

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
  admin sessions EMAIL [--json]         sessions of a user, last seen first
  admin sessions EMAIL --end ID|all     ends one, or all; their sockets end within seconds
  admin factor EMAIL --remove           removes a lost authenticator app, its recovery codes and all passkeys; the user gets a mail
  admin log [--user EMAIL] [--limit N] [--json]
                                        what these commands have changed, newest first; 50 rows, or N up to 1000
  admin nodes [--json]                  the processes on this database, what each does, when it was last seen and whether the bus reaches it
  admin backup FILE                     everything into one file, while the server goes on; the file holds the secret key
  admin restore FILE                    a backup into a fresh DATA_DIR or an empty database, while no server runs on it
  admin rotate-secret-key               seals everything with the new SECRET_KEY, or with a new key in DATA_DIR, while no server runs;
                                        OLD_SECRET_KEY is the old one where it is not in DATA_DIR; --old-key-lost gives up what it sealed
  admin market live                     changes a running server with MARKET_SOURCE=auto from the simulation to the live market
  admin market replay status            state of the replay of a running server with MARKET_SOURCE=replay
  admin market replay pause|play|step   a step pauses, and goes on to the next close of a candle
  admin market replay speed N           market seconds a second, 1 to 3600
  admin market replay jump DATE         goes on at another moment of the recording, such as 2023-10-02T00:34:00Z
  admin social reports                  ideas and comments that users reported, reported first; 50 rows, or --limit N;
                                        --json has whole texts and what people noted
  admin social hide ID                  hides the text of a reported idea or comment; the score of an idea stays
  admin social restore ID               shows it again; of one that is shown, ends the reports
  admin social suspend EMAIL            keeps a user from posting ideas and comments
  admin social resume EMAIL
  admin chain …                         contracts of a real chain: npm run aerie -- admin chain --help
  admin trading rebuild                 folds the events of every paper account again and compares; changes nothing
  admin journal rebuild                 rebuilds the round trips of every paper account from its events and compares; changes nothing

Each admin command that changes something takes --by NAME: who you are, for the log.`

export class UsageError extends Error {
  override readonly name = 'UsageError'
  readonly usage: string

  constructor(message: string, usage: string = USAGE) {
    super(message)
    this.usage = usage
  }
}

/** Why a command could not do its work, in a message that needs no stack. Ends the process with 1. */
export class CommandFailure extends Error {
  override readonly name: string = 'CommandFailure'
}

/** A file or an option of a command is not as expected. Ends the process with 2. */
export class InputFailure extends CommandFailure {
  override readonly name = 'InputFailure'
}

/** npm runs scripts in the project's folder; paths are relative to the caller's. */
export const pathOf = (file: string): string => resolve(process.env.INIT_CWD ?? process.cwd(), file)

const MOST_NAME = 100

export const wrongCount = (command: string, takes: number, given: number): UsageError =>
  new UsageError(`"${command}" takes ${takes === 1 ? '1 argument' : `${takes} arguments`}, not ${given}.`)

export function parseName(text: string): string {
  const name = text.trim()
  if (name === '' || name.length > MOST_NAME || /\p{Cc}/u.test(name))
    throw new UsageError(`--by takes a name of 1 to ${MOST_NAME} characters.`)
  return name
}
