import { type CopiedStop, copiedStops, cutStops } from '@aerie/copy/copy-decision'
import { partOf } from '@aerie/copy/copy-parts'
import { copyClientId } from '@aerie/copy/follow-graph'
import { priceText, type Size, size, sizeText } from '@aerie/core/numbers/units'
import { type Order, type OrderTerms, plainTerms } from '@aerie/trading/orders/order'
import type { AccountState } from '@aerie/trading/state'
import { commandHash } from '../../platform/db/command-hash.ts'
import type { ActiveTrading, LiveAccount } from '../trading/index.ts'
import type { Copy } from './copy-rows.ts'
import type { NewEntry } from './copy-store.ts'
import { copiedStopsOf, stopsOf } from './leader-signals.ts'
import type { TrackedAccounts } from './tracked-accounts.ts'

type Deps = { readonly trading: ActiveTrading; readonly tracked: TrackedAccounts }
type Task = {
  readonly copy: Copy
  readonly row: LiveAccount['row']
  readonly symbol: string
  /** The leader's position and account; if unknown, existing stops are only resized to the part. */
  readonly position: Size
  readonly leader: AccountState | undefined
  readonly key: string
  readonly at: number
}

const stopOf = ({ trigger, terms, size: amount }: Order): CopiedStop[] =>
  trigger === undefined ? [] : [{ trigger, triggerBy: terms.triggerBy, side: terms.side, size: amount }]
const nameOf = ({ trigger, size: amount }: Pick<CopiedStop, 'trigger' | 'size'>): string => `${trigger} ${amount}`
const stopsKey = (orders: readonly Order[]): string =>
  orders
    .map(({ trigger, size: amount }) => `${trigger ?? 0n} ${amount}`)
    .toSorted()
    .join()

/** Stops are reduce-only; a part offset by own trades has none. @returns the log entry; undefined if nothing changed */
export async function renewStops({ trading, tracked }: Deps, task: Task): Promise<NewEntry | undefined> {
  const { copy, row, symbol, position, leader, key } = task
  const live = trading.broker.inMemory(row.id)
  const instrument = trading.followed.markets.get(symbol)?.instrument
  if (live === undefined || instrument === undefined) return undefined
  const shares = tracked.get(row.id)
  const part = shares === undefined ? size(0n) : partOf(shares, copy.id, symbol)
  const present = copiedStopsOf(live.state, copy.id, symbol)
  const isUnknown = leader === undefined && position !== 0n
  const stops = leader === undefined ? [] : stopsOf(leader, symbol, position)
  const wanted = isUnknown ? cutStops(present.flatMap(stopOf), part) : copiedStops({ position, stops, part, lot: instrument.lot })
  if (stopsKey(present) === wanted.map(nameOf).toSorted().join()) return undefined
  for (const { terms } of present) await cancel(trading, row, terms.clientId)
  const refused: string[] = []
  for (const [index, stop] of wanted.entries()) {
    const reason = await place(trading, row, stopTerms(stop, symbol, copyClientId(copy.id, key, `stop${index}`)))
    if (reason !== undefined) refused.push(reason)
  }
  return stopEntry(task, wanted, refused[0])
}

const stopTerms = ({ trigger, triggerBy, side, size: amount }: CopiedStop, symbol: string, clientId: string): OrderTerms => ({
  ...plainTerms({ clientId, symbol, side, size: amount }),
  type: 'stop',
  trigger,
  triggerBy,
  isReduceOnly: true,
})

const cancel = (trading: ActiveTrading, row: LiveAccount['row'], clientId: string): Promise<void> =>
  trading.broker.command<void>(row, { command: () => ({ kind: 'cancel', clientId }), answer: () => undefined })

const place = (trading: ActiveTrading, row: LiveAccount['row'], terms: OrderTerms): Promise<string | undefined> =>
  trading.broker
    .command<{ reason: string | undefined }>(row, {
      used: { clientId: terms.clientId, hash: commandHash('copy', { key: terms.clientId }) },
      prepare: async (account) => {
        const before = await trading.broker.usedFor(account, terms.clientId)
        return before && { reason: before.answer.refused }
      },
      command: () => ({ kind: 'order', terms }),
      answer: (account) => {
        const order = account.state.orders.get(terms.clientId)
        return { reason: order?.state === 'rejected' ? order.reason : undefined }
      },
    })
    .then(({ reason }) => reason)

function stopEntry(
  { copy, symbol, position, leader, key, at }: Task,
  wanted: readonly CopiedStop[],
  refused: string | undefined,
): NewEntry {
  const [first] = wanted
  const amount = wanted.reduce((sum, one) => sum + one.size, 0n)
  return {
    copyId: copy.id,
    userId: copy.userId,
    signal: key,
    symbol,
    kind: 'stop',
    outcome: refused === undefined ? 'copied' : 'refused',
    reason: refused ?? null,
    body: {
      leader_position: leader === undefined ? null : sizeText(position),
      leader_price: first === undefined ? null : priceText(first.trigger),
      target: sizeText(size(amount)),
    },
    at,
    delayMs: 0,
  }
}
