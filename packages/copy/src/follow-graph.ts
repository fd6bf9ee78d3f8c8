/** Whom each user copies. */
export type Follows = ReadonlyMap<string, ReadonlySet<string>>

/**
 * Whether `follower` copying `leader` closes a circle: the leader is the follower, or copies the follower, directly or through others.
 * Each user is looked at once, so a circle that is there already ends it, too.
 *
 * @throws never
 */
export function wouldLoop(follows: Follows, follower: string, leader: string): boolean {
  const seen = new Set<string>([leader])
  for (const user of seen) {
    if (user === follower) return true
    for (const next of follows.get(user) ?? []) seen.add(next)
  }
  return false
}

/** Prefix of the client ids of copied orders: no user can send it, as their ids have no colon. */
const PREFIX = 'copy:'

/** Client id of the order that a signal leads to for a copy; `part` names what it does besides the position. */
export const copyClientId = (copy: string, signal: string, part = ''): string =>
  `${PREFIX}${copy}:${signal}${part === '' ? '' : `:${part}`}`

/**
 * The copy that an order belongs to, from its client id; undefined for what a user has sent. Such an order is never copied on.
 *
 * @throws never
 */
export const copyOfOrder = (clientId: string): string | undefined =>
  clientId.startsWith(PREFIX) ? clientId.slice(PREFIX.length, clientId.indexOf(':', PREFIX.length)) : undefined

/** Name of the signal that an event of a leader's account is. */
export const signalName = (leader: string, seq: number): string => `${leader.slice(0, LEADER_LETTERS)}.${seq}`
const LEADER_LETTERS = 8

/**
 * The beginning of the leader's account id, from the client id of a copied order; undefined where it names none.
 *
 * @throws never
 * @example 'copy:<copy>:01234567.12' // '01234567'
 */
export const leaderOfOrder = (clientId: string): string | undefined => /^[^:]+:[^:]+:([\da-f]{8})\.\d+/.exec(clientId)?.[1]
