/** How long a stream may be silent before its first piece and between two, and how long it may take in all. */
export type Timeouts = { readonly totalMs: number; readonly firstChunkMs: number; readonly chunkMs: number }

/**
 * Watches over a stream: `signal` aborts when it is silent for too long or takes too long in all, whatever the other side and
 * the libraries in between make of their own limits.
 */
export class Deadline {
  readonly #abort = new AbortController()
  readonly #timeouts: Timeouts
  readonly #total: NodeJS.Timeout
  #silence: NodeJS.Timeout

  constructor(timeouts: Timeouts) {
    this.#timeouts = timeouts
    this.#total = setTimeout(() => this.#abort.abort(), timeouts.totalMs)
    this.#silence = setTimeout(() => this.#abort.abort(), timeouts.firstChunkMs)
  }

  get signal(): AbortSignal {
    return this.#abort.signal
  }

  /** A request begins. */
  asked(): void {
    this.#listenFor(this.#timeouts.firstChunkMs)
  }

  /** A piece came. */
  heard(): void {
    this.#listenFor(this.#timeouts.chunkMs)
  }

  close(): void {
    clearTimeout(this.#total)
    clearTimeout(this.#silence)
  }

  #listenFor(ms: number): void {
    clearTimeout(this.#silence)
    if (!this.signal.aborted) this.#silence = setTimeout(() => this.#abort.abort(), ms)
  }
}
