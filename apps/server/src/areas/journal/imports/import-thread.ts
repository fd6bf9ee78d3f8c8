import { Worker } from 'node:worker_threads'
import { AppError } from '../../../platform/http/app-error.ts'
import { handedOver } from './handed-over.ts'
import type { ImportAnswer, ImportQuestion } from './import-job.ts'

/** Next to this file in the sources, next to the bundle in production: a separate build entry. */
const workerFile = (): URL => new URL(import.meta.url.endsWith('.ts') ? './import-worker.ts' : './import-worker.js', import.meta.url)
/** Enough for 50 MB and 200,000 rows; exceeding it ends only this thread. */
const MOST_HEAP_MB = 1_024
/** The largest file takes seconds; a stuck thread would block one of the two slots forever. */
const MOST_MS = 120_000

export type ThreadMessage = { readonly answer: ImportAnswer; readonly usedMs: number }

type ThreadTerms = { readonly file?: URL; readonly mostMs?: number }

/** A thread for one import; handles requests sequentially. */
export class ImportThread {
  readonly #worker: Worker
  #waiting: { readonly resolve: (answer: ImportAnswer) => void; readonly reject: (error: Error) => void } | undefined
  #failure: Error | undefined
  readonly #mostMs: number
  #usedMs = 0
  #askedAt = 0

  constructor(userId: string, { file = workerFile(), mostMs = MOST_MS }: ThreadTerms = {}) {
    this.#mostMs = mostMs
    this.#worker = new Worker(file, {
      name: 'import',
      workerData: userId,
      resourceLimits: { maxOldGenerationSizeMb: MOST_HEAP_MB },
    })
    this.#worker.on('message', ({ answer, usedMs }: ThreadMessage) => {
      const waiting = this.#waiting
      this.#usedMs = usedMs
      this.#waiting = undefined
      waiting?.resolve(answer)
    })
    this.#worker.on('error', (error) => this.#fail(failureOf(error)))
    this.#worker.on('messageerror', (error) => this.#fail(failureOf(error)))
    this.#worker.on('exit', () => this.#fail(new Error('the thread of an import ended')))
  }

  #fail(error: Error): void {
    this.#failure ??= error
    // CPU time of an unfinished request is unknown: charge the elapsed time as an upper bound.
    if (this.#waiting !== undefined) this.#usedMs += performance.now() - this.#askedAt
    this.#waiting?.reject(this.#failure)
    this.#waiting = undefined
  }

  /** Transfers the file of a `read`: the caller loses access. @throws AppError rule_broken if the file is invalid or takes too long */
  async ask<Kind extends ImportAnswer['kind']>(kind: Kind, question: ImportQuestion): Promise<Extract<ImportAnswer, { kind: Kind }>> {
    const limit = setTimeout(() => this.#fail(tooSlow()), this.#mostMs)
    const answer = await this.#answerTo(question).finally(() => clearTimeout(limit))
    if (answer.kind === 'fault') throw new AppError('rule_broken', { reason: 'import_fault', detail: answer.message })
    if (answer.kind !== kind) throw new Error(`The thread of an import answered ${answer.kind} to ${question.kind}`)
    return answer as Extract<ImportAnswer, { kind: Kind }>
  }

  usedMs(): number {
    return this.#usedMs
  }

  #answerTo(question: ImportQuestion): Promise<ImportAnswer> {
    return new Promise((resolve, reject) => {
      if (this.#failure !== undefined) return reject(this.#failure)
      this.#waiting = { resolve, reject }
      this.#askedAt = performance.now()
      const bytes = question.kind === 'read' && typeof question.file !== 'number' ? question.file : null
      this.#worker.postMessage(question, handedOver(bytes))
    })
  }

  async end(): Promise<void> {
    await this.#worker.terminate()
  }
}

const tooSlow = (): AppError =>
  new AppError('rule_broken', { reason: 'import_fault', detail: 'Reading the file took too long. Split it by date.' })

const failureOf = (cause: unknown): Error =>
  cause instanceof Error && 'code' in cause && cause.code === 'ERR_WORKER_OUT_OF_MEMORY'
    ? new AppError('rule_broken', { reason: 'import_fault', detail: 'The file needs too much memory. Split it by date.' })
    : new Error('the thread of an import failed', { cause })
