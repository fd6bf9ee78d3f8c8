import { Worker } from 'node:worker_threads'
import { SECOND_MS } from '@aerie/core/time'
import type { JournalReport } from '@aerie/journal/report/report'
import { AppError } from '../../../plugins/app-error.ts'
import type { HabitsReport } from '../habit-rows.ts'
import type { HabitsQuestion, ReportQuestion, StatisticsAnswer, StatisticsQuestion } from './statistics-worker.ts'

/** Beside this file in the sources, beside the bundle in production: the build makes an entry of it. */
const workerFile = (): URL =>
  new URL(import.meta.url.endsWith('.ts') ? './statistics-worker.ts' : './statistics-worker.js', import.meta.url)
/** 100,000 trips need about a tenth of it. */
const MOST_HEAP_MB = 512
/** The most trips take seconds; what takes a minute is stuck. */
const MOST_MS = 60 * SECOND_MS

/** What the thread runs and how long it may take to answer, both set by tests alone; and after how long without a question it ends. */
type ThreadTerms = { readonly file?: URL; readonly mostMs?: number; readonly restMs?: number }

type Report = StatisticsAnswer['report']
type Waiting = { readonly resolve: (report: Report) => void; readonly reject: (error: unknown) => void }

/** The thread of statistics; where it dies or does not answer, the next question begins another. */
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

  /** @throws AppError rule_broken where it takes too long, unavailable where another question ended the thread; its error where it fails */
  async ask(question: ReportQuestion): Promise<JournalReport> {
    return (await this.#ask(question)) as JournalReport // the worker answers each question by its own report
  }

  /** @throws as `ask` */
  async habits(question: HabitsQuestion): Promise<HabitsReport> {
    return (await this.#ask(question)) as HabitsReport // the worker answers each question by its own report
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

  /** Ends the thread: it may be in a loop. What others asked of it is asked again by them. */
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

  /** Nothing is asked any more, for now. */
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
  new AppError('rule_broken', { word: 'too_many_trips', detail: 'The statistics took too long. Choose a shorter period.' })
const ended = (): AppError =>
  new AppError('unavailable', { detail: 'The statistics were interrupted. Try again in a moment.', retryAfterSeconds: 5 })
