import { parentPort, workerData } from 'node:worker_threads'
import { ImportJob, type ImportQuestion } from './import-job.ts'

/** A file takes seconds to read: nobody waits for an answer over HTTP meanwhile. The thread lives for one import. */
const job = new ImportJob(String(workerData))
parentPort?.on('message', (question: ImportQuestion) => parentPort?.postMessage(job.answer(question)))
