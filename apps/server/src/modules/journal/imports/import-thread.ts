import { Worker } from 'node:worker_threads'
import { AppError } from '../../../plugins/app-error.ts'
import { handedOver } from './handed-over.ts'
import type { ImportAnswer, ImportQuestion } from './import-job.ts'

/** Beside this file in the sources, beside the bundle in production: the build makes an entry of it. */
const workerFile = (): URL => new URL(import.meta.url.endsWith('.ts') ? './import-worker.ts' : './import-worker.js', import.meta.url)
/** A file of 50 MB and 200,000 rows stays below; what does not ends its own thread and nothing else. */
const MOST_HEAP_MB = 1_024
/** The largest file takes seconds; what takes minutes is stuck, and would hold one of the two places for good. */
const MOST_MS = 120_000

/** What a thread sends back, with the processor time that it has taken since its start. */
export type ThreadMessage = { readonly answer: ImportAnswer; readonly usedMs: number }

/** What a thread runs, and how long it may take to answer; both are set by tests alone. */
type ThreadTerms = { readonly file?: URL; readonly mostMs?: number }

/** A thread that lives for one import. Questions are asked one after the other. */
export class ImportThread {
  readonly #worker: Worker
  #waiting: { readonly resolve: (answer: ImportAnswer) => void; readonly reject: (error: Error) => void } | undefined
  #failure: Error | undefined
  readonly #mostMs: number
  #usedMs = 0
  #askedAt = 0

  /** @param userId whose trips it names */
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
    // What it took is not known of an answer that never came: at most all of the time.
    if (this.#waiting !== undefined) this.#usedMs += performance.now() - this.#askedAt
    this.#waiting?.reject(this.#failure)
    this.#waiting = undefined
  }

  /**
   * The file of a `read` is the thread's from then on: the caller has it no more.
   *
   * @throws AppError rule_broken, with the file's fault in words, or where it needs too much memory or time
   */
  async ask<Kind extends ImportAnswer['kind']>(kind: Kind, question: ImportQuestion): Promise<Extract<ImportAnswer, { kind: Kind }>> {
    const limit = setTimeout(() => this.#fail(tooSlow()), this.#mostMs)
    const answer = await this.#answerTo(question).finally(() => clearTimeout(limit))
    if (answer.kind === 'fault') throw new AppError('rule_broken', { word: 'import_fault', detail: answer.words })
    if (answer.kind !== kind) throw new Error(`The thread of an import answered ${answer.kind} to ${question.kind}`)
    return answer as Extract<ImportAnswer, { kind: Kind }> // just compared
  }

  /** Processor time that it has taken so far, in milliseconds. */
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
  new AppError('rule_broken', { word: 'import_fault', detail: 'Reading the file took too long. Split it by date.' })

/** What ended a thread, in words for its user where the file is the reason. */
const failureOf = (cause: unknown): Error =>
  cause instanceof Error && 'code' in cause && cause.code === 'ERR_WORKER_OUT_OF_MEMORY'
    ? new AppError('rule_broken', { word: 'import_fault', detail: 'The file needs too much memory. Split it by date.' })
    : new Error('the thread of an import failed', { cause })
