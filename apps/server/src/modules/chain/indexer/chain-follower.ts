import { backoff } from '@aerie/runtime/backoff'
import type { ChainIndexer } from './chain-indexer.ts'

type Options = {
  readonly indexer: Pick<ChainIndexer, 'look'>
  /** How long to wait between looks that nobody asked for. */
  readonly everyMs: number
  /** Told of each look: undefined, or what was thrown. */
  readonly onLooked: (error: unknown) => void
}

const PAUSE = { baseMs: 500, capMs: 60_000 }

/** Looks at the chain again and again: at a bounded rate, at once when poked, and with growing pauses while it is away. */
export class ChainFollower {
  readonly #options: Options
  #timer: NodeJS.Timeout | undefined
  #looking: Promise<void> | undefined
  #isPoked = false
  #isStopping = false
  readonly #backoff = backoff(PAUSE)
  #pauseMs: number

  constructor(options: Options) {
    this.#options = options
    this.#pauseMs = options.everyMs
  }

  start(): void {
    this.poke()
  }

  async stop(): Promise<void> {
    this.#isStopping = true
    clearTimeout(this.#timer)
    await this.#looking
  }

  /** There is something new, so the chain is there: look now, or again after the look that is under way. */
  poke(): void {
    if (this.#isStopping) return
    if (this.#looking !== undefined) this.#isPoked = true
    else this.#begin()
  }

  #begin(): void {
    clearTimeout(this.#timer)
    this.#looking = this.#look().finally(() => {
      this.#looking = undefined
      if (this.#isStopping) return
      if (this.#isPoked) this.#begin()
      else this.#timer = setTimeout(() => this.#begin(), this.#pauseMs).unref()
    })
  }

  async #look(): Promise<void> {
    this.#isPoked = false
    try {
      await this.#options.indexer.look(() => this.#isStopping)
      this.#backoff.reset()
      this.#pauseMs = this.#options.everyMs
      this.#options.onLooked(undefined)
    } catch (error) {
      this.#pauseMs = Math.max(this.#options.everyMs, this.#backoff.nextMs())
      this.#options.onLooked(error)
    }
  }
}
