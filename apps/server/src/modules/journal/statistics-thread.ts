import { Worker } from 'node:worker_threads'
import type { JournalReport } from '@aerie/journal/report'
import type { StatisticsAnswer, StatisticsQuestion } from './statistics-worker.ts'

/** Beside this file in the sources, beside the bundle in production: the build makes an entry of it. */
const workerFile = (): URL =>
  new URL(import.meta.url.endsWith('.ts') ? './statistics-worker.ts' : './statistics-worker.js', import.meta.url)
/** 100,000 trips need about a tenth of it. */
const MOST_HEAP_MB = 512

type Waiting = { readonly resolve: (report: JournalReport) => void; readonly reject: (error: unknown) => void }

/** The thread of statistics; where it dies, the next question begins another. */
export class StatisticsThread {
  readonly #waiting = new Map<number, Waiting>()
  #worker: Worker | undefined
  #asked = 0

  /** @throws when the thread dies before it has answered */
  ask(question: Omit<StatisticsQuestion, 'id'>): Promise<JournalReport> {
    this.#worker ??= this.#start()
    const worker = this.#worker
    this.#asked += 1
    const id = this.#asked
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject })
      worker.ref()
      worker.postMessage({ ...question, id } satisfies StatisticsQuestion)
    })
  }

  async stop(): Promise<void> {
    await this.#worker?.terminate()
  }

  #start(): Worker {
    const worker = new Worker(workerFile(), { name: 'statistics', resourceLimits: { maxOldGenerationSizeMb: MOST_HEAP_MB } })
    let reason: unknown = new Error('the thread of statistics ended')
    worker.on('message', ({ id, report }: StatisticsAnswer) => {
      this.#waiting.get(id)?.resolve(report)
      this.#waiting.delete(id)
      if (this.#waiting.size === 0) worker.unref()
    })
    worker.on('error', (error) => {
      reason = error
    })
    worker.on('exit', () => {
      if (this.#worker === worker) this.#worker = undefined
      for (const { reject } of this.#waiting.values()) reject(reason)
      this.#waiting.clear()
    })
    return worker
  }
}
