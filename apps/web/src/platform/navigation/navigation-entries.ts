import type { User } from '@aerie/wire/account/accounts'

export const SECTIONS = ['Dashboard', 'Claw', 'Trade Rewards', 'Account'] as const
export type Section = (typeof SECTIONS)[number]

export type NavigationEntry = {
  readonly title: string
  readonly path: string
  readonly section: Section
  readonly prefix?: string
  readonly alias?: string
  /** Shortcut letter after `g`. */
  readonly letter?: string
  readonly ipcOnly?: boolean
  /** Its line on the hub `/claw`, which lists the section Claw. */
  readonly summary?: string
}

export const NAVIGATION_ENTRIES: readonly NavigationEntry[] = [
  { title: 'Home', path: '/', section: 'Dashboard', letter: 'h' },
  { title: 'Currencies', path: '/currencies/BTC', prefix: '/currencies', section: 'Dashboard', letter: 'c' },
  { title: 'IPC', path: '/ipc/BTC', prefix: '/ipc', section: 'Dashboard', letter: 'i', ipcOnly: true },
  { title: 'Trade Alerts', path: '/tradealerts', section: 'Dashboard', letter: 'a' },
  { title: 'Claw', path: '/claw', section: 'Claw', letter: 'w' },
  {
    title: 'Pre-trade',
    path: '/claw/pretrade',
    alias: '/mirror',
    section: 'Claw',
    letter: 'p',
    summary: 'Charts, lists, depth, statistics and notes in one workspace',
  },
  { title: 'Trade', path: '/claw/trade', section: 'Claw', letter: 't', summary: 'Paper and exchange orders' },
  { title: 'Post-trade', path: '/claw/posttrade', section: 'Claw', letter: 'j', summary: 'Your trading journal' },
  { title: 'Social', path: '/claw/social', section: 'Claw', letter: 's', summary: 'Trade ideas, scored by the market' },
  { title: 'Copy', path: '/claw/copy', section: 'Claw', letter: 'y', summary: 'Copy the trades of a leader' },
  { title: 'Learn', path: '/claw/learn', alias: '/learn', section: 'Claw', letter: 'l', summary: 'Short interactive lessons' },
  { title: 'Stake', path: '/traderewards/stake', section: 'Trade Rewards', letter: 'r' },
  { title: 'Withdraw', path: '/traderewards/withdraw', section: 'Trade Rewards' },
  { title: 'Rewards', path: '/traderewards/rewards', section: 'Trade Rewards' },
  { title: 'Details', path: '/account/details', section: 'Account', letter: 'd' },
  { title: 'Trade Persona', path: '/account/tradepersona', section: 'Account' },
  { title: 'Subscriptions', path: '/account/subscriptions', section: 'Account' },
  { title: 'Account', path: '/account/account', section: 'Account' },
  { title: 'Apex', path: '/account/apex', section: 'Account' },
  { title: 'Wallets', path: '/account/wallets', section: 'Account' },
]

const EXACT = new Set(['/', '/claw'])

export function isAt(entry: NavigationEntry, pathname: string): boolean {
  if (pathname === entry.alias) return true
  if (EXACT.has(entry.path)) return pathname === entry.path
  const prefix = entry.prefix ?? entry.path
  return pathname === prefix || pathname.startsWith(`${prefix}/`)
}

export function sectionOf(pathname: string): Section | null {
  const [first] = pathname.split('/').filter(Boolean)
  if (first === undefined || first === 'currencies' || first === 'ipc' || first === 'tradealerts') return 'Dashboard'
  if (first === 'claw' || first === 'mirror' || first === 'learn') return 'Claw'
  if (first === 'traderewards') return 'Trade Rewards'
  return first === 'account' ? 'Account' : null
}

/** Only controls visibility: the route is open to every logged-in user. */
export const isShown = (entry: NavigationEntry, user: Pick<User, 'subscription'> | null): boolean =>
  !entry.ipcOnly || user?.subscription === 'IPC'
