import { type AlertKind, alertKind } from '@aerie/wire/alerts/alert-kinds'
import type { WatchedAlert } from './watched-alert.ts'

export class FedAlerts {
  readonly #alerts = new Map<string, WatchedAlert>()
  readonly #counts = new Map<string, number>()

  set(watched: WatchedAlert): void {
    const { id, terms } = watched.row
    this.delete(id)
    if (alertKind(terms.kind).isOnPrices) return
    this.#alerts.set(id, watched)
    this.#count(watched, 1)
  }

  delete(id: string): void {
    const before = this.#alerts.get(id)
    if (before === undefined) return
    this.#alerts.delete(id)
    this.#count(before, -1)
  }

  ofKind(kind: AlertKind): WatchedAlert[] {
    return [...this.#alerts.values()].filter(({ row }) => row.kind === kind)
  }

  has(kind: AlertKind, userId: string): boolean {
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
