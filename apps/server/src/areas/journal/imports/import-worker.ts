import { parentPort, workerData } from 'node:worker_threads'
import { handedOver } from './handed-over.ts'
import { ImportJob, type ImportQuestion } from './import-job.ts'
import type { ThreadMessage } from './import-thread.ts'

const job = new ImportJob(String(workerData))
parentPort?.on('message', (question: ImportQuestion) => {
  const answer = job.answer(question)
  const { user, system } = process.threadCpuUsage()
  const message: ThreadMessage = { answer, usedMs: (user + system) / 1_000 }
  parentPort?.postMessage(message, answer.kind === 'read' ? handedOver(answer.compressed) : [])
})
