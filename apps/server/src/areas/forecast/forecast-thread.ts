import { Worker } from 'node:worker_threads'
import type { WorkerAnswer, WorkerQuestion } from './forecast-worker.ts'
import type { Feed, ModelState, NowQuestion, Outlook } from './hourly-models.ts'

const workerFile = (): URL => new URL(import.meta.url.endsWith('.ts') ? './forecast-worker.ts' : './forecast-worker.js', import.meta.url)

type Waiting = { readonly resolve: (answer: WorkerAnswer) => void; readonly reject: (error: unknown) => void }

/** Runs the models in a worker. If it dies, the models are lost and start over. */
export class ForecastThread {
  readonly #waiting = new Map<number, Waiting>()
  #worker: Worker | undefined
  #asked = 0
  #generation = 0

  /** Incremented each time the models are lost. */
  get generation(): number {
    return this.#generation
  }

  async feed(feeds: readonly Feed[]): Promise<readonly ModelState[]> {
    return (await this.#ask({ feeds, now: [] })).states
  }

  /** Of the coins whose models are up to date. */
  async fromNow(now: readonly NowQuestion[]): Promise<readonly Outlook[]> {
    return (await this.#ask({ feeds: [], now })).outlooks
  }

  #ask(question: Omit<WorkerQuestion, 'id'>): Promise<WorkerAnswer> {
    const worker = this.#worker ?? this.#start()
    this.#asked += 1
    const id = this.#asked
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject })
      // Keeps the process alive only during a request.
      worker.ref()
      worker.postMessage({ id, ...question } satisfies WorkerQuestion)
    })
  }

  async stop(): Promise<void> {
    await this.#worker?.terminate()
  }

  #start(): Worker {
    const worker = new Worker(workerFile(), { name: 'forecast' })
    let reason: unknown = new Error('the forecast thread ended')
    worker.on('message', (answer: WorkerAnswer) => {
      this.#waiting.get(answer.id)?.resolve(answer)
      this.#waiting.delete(answer.id)
      if (this.#waiting.size === 0) worker.unref()
    })
    worker.on('error', (error) => {
      reason = error
    })
    worker.on('exit', () => {
      this.#worker = undefined
      this.#generation += 1
      for (const { reject } of this.#waiting.values()) reject(reason)
      this.#waiting.clear()
    })
    this.#worker = worker
    return worker
  }
}
