import { parentPort } from 'node:worker_threads'
import { type Feed, HourlyModels, type ModelState, type NowQuestion, type Outlook } from './hourly-models.ts'

export type WorkerQuestion = { readonly id: number; readonly feeds: readonly Feed[]; readonly now: readonly NowQuestion[] }
export type WorkerAnswer = { readonly id: number; readonly states: readonly ModelState[]; readonly outlooks: readonly Outlook[] }

/** In a worker, so that a long warm-up does not block HTTP. */
const models = new HourlyModels()
parentPort?.on('message', ({ id, feeds, now }: WorkerQuestion) => {
  const states = feeds.map((feed) => models.feed(feed))
  const outlooks = now.flatMap((question) => models.fromNow(question) ?? [])
  parentPort?.postMessage({ id, states, outlooks } satisfies WorkerAnswer)
})
