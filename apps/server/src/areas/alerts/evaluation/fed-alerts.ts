import type { WatchedAlert } from './watched-alert.ts'

const MARKET_KINDS: ReadonlySet<string> = new Set(['price', 'change', 'volume'])
export type FedKind = 'volatility' | 'forecast' | 'liquidation' | 'order_filled' | 'unlock'

export class FedAlerts {
  readonly #alerts = new Map<string, WatchedAlert>()
  readonly #counts = new Map<string, number>()

  set(watched: WatchedAlert): void {
    const { id, kind } = watched.row
    this.delete(id)
    if (MARKET_KINDS.has(kind)) return
    this.#alerts.set(id, watched)
    this.#count(watched, 1)
  }

  delete(id: string): void {
    const before = this.#alerts.get(id)
    if (before === undefined) return
    this.#alerts.delete(id)
    this.#count(before, -1)
  }

  ofKind(kind: FedKind): WatchedAlert[] {
    return [...this.#alerts.values()].filter(({ row }) => row.kind === kind)
  }

  has(kind: FedKind, userId: string): boolean {
    return this.#counts.has(keyOf(kind, userId))
  }

  #count({ row: { kind, userId } }: WatchedAlert, change: 1 | -1): void {
    const key = keyOf(kind, userId)
    const sum = (this.#counts.get(key) ?? 0) + change
    if (sum === 0) this.#counts.delete(key)
    else this.#counts.set(key, sum)
  }
}

const keyOf = (kind: string, userId: string): string => `${kind} ${userId}`
