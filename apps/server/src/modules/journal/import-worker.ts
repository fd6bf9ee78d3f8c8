import { parentPort, workerData } from 'node:worker_threads'
import { ImportJob } from './import-job.ts'

/** What the server's thread asks; the worker answers one after the other. */
export type ImportQuestion =
  | { readonly kind: 'read'; readonly file: Uint8Array; readonly isCompressed: boolean; readonly choices: string }
  | { readonly kind: 'entries' }
  | { readonly kind: 'fold'; readonly page: string }
  | { readonly kind: 'end' }

/** A file takes seconds to read: nobody waits for an answer over HTTP meanwhile. The thread lives for one import. */
const job = new ImportJob(String(workerData))
parentPort?.on('message', (question: ImportQuestion) => parentPort?.postMessage(job.answer(question)))
