import { serializeByKey } from '@aerie/runtime/serial-queue'

/** Work that must not overlap, by key: what is asked for first is done first. */
export class SerialQueue {
  /** Runs `work` once everything asked for before under any of these keys is done, however it ended. */
  readonly run = serializeByKey().run
}
