import { readFileSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { StartFailure } from '../../start-failure.ts'

/** The operating-system account that PostgreSQL runs as. */
export type OsAccount = { readonly name: string; readonly uid: number; readonly gid: number }

/** PostgreSQL refuses to run as root, so root lends it the first of these that exists. */
const CANDIDATES = ['aerie', 'postgres', 'nobody']

/** Accounts of a passwd file that have a name, a user id and a group id. */
export function parsePasswd(text: string): OsAccount[] {
  return text.split('\n').flatMap((line) => {
    const [name, , uid, gid] = line.split(':')
    return name && /^\d+$/.test(uid ?? '') && /^\d+$/.test(gid ?? '') ? [{ name, uid: Number(uid), gid: Number(gid) }] : []
  })
}

/** Undefined when the process is an ordinary account already and PostgreSQL can simply be its child. */
export function accountForPostgres(): OsAccount | undefined {
  if (process.getuid?.() !== 0) return undefined
  const accounts = parsePasswd(readFileSync('/etc/passwd', 'utf8')).filter(({ uid }) => uid !== 0)
  const account = CANDIDATES.flatMap((name) => accounts.filter((each) => each.name === name))[0]
  if (!account) throw new StartFailure('PostgreSQL does not run as root and there is no account "nobody": create an account named aerie')
  return account
}

/** Whether `account` may enter every folder from the root down to `path`, which must exist. */
export function canReach(path: string, { uid, gid }: OsAccount): boolean {
  for (let folder = resolve(path); ; folder = dirname(folder)) {
    const { mode, uid: owner, gid: group } = statSync(folder)
    const bit = owner === uid ? 0o100 : group === gid ? 0o010 : 0o001
    if ((mode & bit) === 0) return false
    if (folder === dirname(folder)) return true
  }
}
