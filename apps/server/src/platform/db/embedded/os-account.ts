import { readFileSync, statSync } from 'node:fs'
import { userInfo } from 'node:os'
import { dirname, resolve } from 'node:path'
import { StartFailure } from '../../start-failure.ts'

export type OsAccount = { readonly name: string; readonly uid: number; readonly gid: number }

/** PostgreSQL refuses to run as root; root uses the first of these that exists. */
const CANDIDATES = ['aerie', 'postgres', 'nobody']

export function parsePasswd(text: string): OsAccount[] {
  return text.split('\n').flatMap((line) => {
    const [name, , uid, gid] = line.split(':')
    return name && /^\d+$/.test(uid ?? '') && /^\d+$/.test(gid ?? '') ? [{ name, uid: Number(uid), gid: Number(gid) }] : []
  })
}

/** Undefined if the process is not root. @throws StartFailure if no suitable account exists */
export function accountForPostgres(uid = process.getuid?.(), lookUp: () => unknown = userInfo): OsAccount | undefined {
  if (uid !== 0) {
    requireName(uid, lookUp)
    return undefined
  }
  const accounts = parsePasswd(readFileSync('/etc/passwd', 'utf8')).filter(({ uid }) => uid !== 0)
  const account = CANDIDATES.flatMap((name) => accounts.filter((each) => each.name === name))[0]
  if (!account) throw new StartFailure('PostgreSQL does not run as root and there is no account "nobody": create an account named aerie')
  return account
}

/** A container may run under any uid; PostgreSQL looks up the user name and exits if there is none. */
function requireName(uid: number | undefined, lookUp: () => unknown): void {
  try {
    lookUp()
  } catch (error) {
    const line = `aerie:x:${uid}:${process.getgid?.()}::/tmp:/bin/false`
    throw new StartFailure(
      `This process runs as user ${uid}, which has no name, and PostgreSQL does not run without one: add the line "${line}" to /etc/passwd, run as a user that is in it, or set DATABASE_URL`,
      { cause: error },
    )
  }
}

export function canReach(path: string, { uid, gid }: OsAccount): boolean {
  for (let folder = resolve(path); ; folder = dirname(folder)) {
    const { mode, uid: owner, gid: group } = statSync(folder)
    const bit = owner === uid ? 0o100 : group === gid ? 0o010 : 0o001
    if ((mode & bit) === 0) return false
    if (folder === dirname(folder)) return true
  }
}
