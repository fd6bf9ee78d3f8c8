import { Worker } from 'node:worker_threads'
import { SECOND_MS } from '@aerie/core/time'
import type { JournalReport } from '@aerie/journal/report/report'
import { AppError } from '../../../platform/http/app-error.ts'
import type { HabitsReport } from '../habit-rows.ts'
import type { HabitsQuestion, ReportQuestion, StatisticsAnswer, StatisticsQuestion } from './statistics-worker.ts'

/** Next to this file in the sources, next to the bundle in production: a separate build entry. */
const workerFile = (): URL =>
  new URL(import.meta.url.endsWith('.ts') ? './statistics-worker.ts' : './statistics-worker.js', import.meta.url)
/** 100,000 trips need about a tenth of it. */
const MOST_HEAP_MB = 512
/** The maximum number of trips takes seconds; a minute means it is stuck. */
const MOST_MS = 60 * SECOND_MS

type ThreadTerms = { readonly file?: URL; readonly mostMs?: number; readonly restMs?: number }

type Report = StatisticsAnswer['report']
type Waiting = { readonly resolve: (report: Report) => void; readonly reject: (error: unknown) => void }

export class StatisticsThread {
  readonly #waiting = new Map<number, Waiting>()
  #worker: Worker | undefined
  #asked = 0
  readonly #file: URL
  readonly #mostMs: number
  readonly #restMs: number | undefined
  #rest: ReturnType<typeof setTimeout> | undefined

  constructor({ file = workerFile(), mostMs = MOST_MS, restMs }: ThreadTerms = {}) {
    this.#file = file
    this.#mostMs = mostMs
    this.#restMs = restMs
  }

  /** @throws AppError rule_broken on timeout, unavailable if another request ended the thread; rethrows the worker's error */
  async ask(question: ReportQuestion): Promise<JournalReport> {
    return (await this.#ask(question)) as JournalReport
  }

  async habits(question: HabitsQuestion): Promise<HabitsReport> {
    return (await this.#ask(question)) as HabitsReport
  }

  async #ask(question: StatisticsQuestion['ask']): Promise<Report> {
    clearTimeout(this.#rest)
    const worker = this.#worker ?? this.#start()
    this.#worker = worker
    this.#asked += 1
    const id = this.#asked
    const limit = setTimeout(() => this.#giveUp(worker, id), this.#mostMs)
    return await this.#answerTo(worker, { id, ask: question }).finally(() => clearTimeout(limit))
  }

  #answerTo(worker: Worker, question: StatisticsQuestion): Promise<Report> {
    return new Promise((resolve, reject) => {
      this.#waiting.set(question.id, { resolve, reject })
      worker.ref()
      worker.postMessage(question)
    })
  }

  /** Terminates a possibly looping thread; other callers retry their requests. */
  #giveUp(worker: Worker, id: number): void {
    const slow = this.#waiting.get(id)
    this.#waiting.delete(id)
    slow?.reject(tooSlow())
    this.#forget(worker, ended())
    void worker.terminate()
  }

  #forget(worker: Worker, reason: unknown): void {
    if (this.#worker !== worker) return
    this.#worker = undefined
    for (const { reject } of this.#waiting.values()) reject(reason)
    this.#waiting.clear()
  }

  #restFrom(worker: Worker): void {
    worker.unref()
    if (this.#restMs === undefined) return
    this.#rest = setTimeout(() => {
      this.#forget(worker, ended())
      void worker.terminate()
    }, this.#restMs).unref()
  }

  async stop(): Promise<void> {
    clearTimeout(this.#rest)
    await this.#worker?.terminate()
  }

  #start(): Worker {
    const worker = new Worker(this.#file, { name: 'statistics', resourceLimits: { maxOldGenerationSizeMb: MOST_HEAP_MB } })
    let reason: unknown = new Error('the thread of statistics ended')
    worker.on('message', ({ id, report }: StatisticsAnswer) => {
      this.#waiting.get(id)?.resolve(report)
      this.#waiting.delete(id)
      if (this.#waiting.size === 0) this.#restFrom(worker)
    })
    worker.on('error', (error) => {
      reason = error
    })
    worker.on('exit', () => this.#forget(worker, reason))
    return worker
  }
}

const tooSlow = (): AppError =>
  new AppError('rule_broken', { reason: 'too_many_trips', detail: 'The statistics took too long. Choose a shorter period.' })
const ended = (): AppError =>
  new AppError('unavailable', { detail: 'The statistics were interrupted. Try again in a moment.', retryAfterSeconds: 5 })
