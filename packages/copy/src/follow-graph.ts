/** Leaders by follower. */
export type Follows = ReadonlyMap<string, ReadonlySet<string>>

/** Whether copying `leader` creates a cycle, directly or not. Visits each user once, so existing cycles terminate. */
export function wouldLoop(follows: Follows, follower: string, leader: string): boolean {
  const seen = new Set<string>([leader])
  for (const user of seen) {
    if (user === follower) return true
    for (const next of follows.get(user) ?? []) seen.add(next)
  }
  return false
}

/** Prefix of copied orders' client ids. Users cannot send it: their ids have no colon. */
const PREFIX = 'copy:'

/** Client id of a copied order; `part` names an action other than the position change. */
export const copyClientId = (copy: string, signal: string, part = ''): string =>
  `${PREFIX}${copy}:${signal}${part === '' ? '' : `:${part}`}`

/** Copy id from a client id; undefined for user orders. Copied orders are never copied further. */
export const copyOfOrder = (clientId: string): string | undefined =>
  clientId.startsWith(PREFIX) ? clientId.slice(PREFIX.length, clientId.indexOf(':', PREFIX.length)) : undefined

/** Signal name of an event in a leader's account. */
export const signalName = (leader: string, seq: number): string => `${leader.slice(0, LEADER_LETTERS)}.${seq}`
const LEADER_LETTERS = 8

/** Start of the leader's account id from a copied order's client id, or undefined. @example 'copy:<copy>:01234567.12' // '01234567' */
export const leaderOfOrder = (clientId: string): string | undefined => /^[^:]+:[^:]+:([\da-f]{8})\.\d+/.exec(clientId)?.[1]
