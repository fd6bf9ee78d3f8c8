import { parentPort } from 'node:worker_threads'
import { type Feed, HourlyModels, type ModelState } from './hourly-models.ts'

export type WorkerQuestion = { readonly id: number; readonly feeds: readonly Feed[] }
export type WorkerAnswer = { readonly id: number; readonly states: readonly ModelState[] }

/** In a worker, so that a long warm-up does not block HTTP. */
const models = new HourlyModels()
parentPort?.on('message', ({ id, feeds }: WorkerQuestion) => {
  parentPort?.postMessage({ id, states: feeds.map((feed) => models.feed(feed)) } satisfies WorkerAnswer)
})
