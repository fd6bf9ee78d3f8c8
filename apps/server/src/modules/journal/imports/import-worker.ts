import { parentPort, workerData } from 'node:worker_threads'
import { handedOver } from './handed-over.ts'
import { ImportJob, type ImportQuestion } from './import-job.ts'

/** A file takes seconds to read: nobody waits for an answer over HTTP meanwhile. The thread lives for one import. */
const job = new ImportJob(String(workerData))
parentPort?.on('message', (question: ImportQuestion) => {
  const answer = job.answer(question)
  parentPort?.postMessage(answer, answer.kind === 'read' ? handedOver(answer.compressed) : [])
})
