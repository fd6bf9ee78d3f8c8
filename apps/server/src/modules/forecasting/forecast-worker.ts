import { parentPort } from 'node:worker_threads'
import { type Feed, HourlyModels, type ModelState } from './hourly-models.ts'

/** What the server's thread asks, and what it hears back under the same number. */
export type WorkerQuestion = { readonly id: number; readonly feeds: readonly Feed[] }
export type WorkerAnswer = { readonly id: number; readonly states: readonly ModelState[] }

/** The models' own thread: however long a warm start takes, nobody waits for an answer over HTTP meanwhile. */
const models = new HourlyModels()
parentPort?.on('message', ({ id, feeds }: WorkerQuestion) => {
  parentPort?.postMessage({ id, states: feeds.map((feed) => models.feed(feed)) } satisfies WorkerAnswer)
})
