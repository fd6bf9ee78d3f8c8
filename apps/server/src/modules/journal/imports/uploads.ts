import { randomUUID } from 'node:crypto'
import { mkdir, open, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { MOST_IMPORT_BYTES } from '@aerie/wire/journal/journal-imports'
import { isDatabaseAway } from '../../../db/database-errors.ts'
import { errnoCode } from '../../../errno-code.ts'
import { AppError } from '../../../plugins/app-error.ts'

/** Files that arrive or are read at one time, of all users, and what they may take of the disk together. */
type UploadLimits = { readonly files: number; readonly bytes: number }
const LIMITS: UploadLimits = { files: 64, bytes: 512 * 1024 * 1024 }

/** A file on disk, open and without a name: it is gone once it is closed, also by the end of the process. */
export type UploadedFile = { readonly fd: number; readonly bytes: number }

/** Bodies go to disk as they arrive: memory holds one chunk of each, however slow or large they are. */
export class Uploads {
  readonly #folder: string
  readonly #limits: UploadLimits
  #files = 0
  #bytes = 0

  /** @param folder made where it does not exist */
  constructor(folder: string, limits: UploadLimits = LIMITS) {
    this.#folder = folder
    this.#limits = limits
  }

  /**
   * Keeps a body for as long as `read` takes.
   *
   * @throws AppError payload_too_large; bad_input where it breaks off; unavailable where too much is under way or the disk is full
   */
  async receive<T>(body: Readable, read: (file: UploadedFile) => Promise<T>): Promise<T> {
    if (this.#files >= this.#limits.files) throw tooMuch()
    this.#files += 1
    let bytes = 0
    const take = (count: number): void => {
      bytes += count
      this.#bytes += count
      if (bytes > MOST_IMPORT_BYTES) throw new AppError('payload_too_large')
      if (this.#bytes > this.#limits.bytes) throw tooMuch()
    }
    try {
      const file = await this.#create()
      try {
        // The stream is not destroyed by an early end: its connection would be, before the error is sent.
        for await (const chunk of body.iterator({ destroyOnReturn: false })) {
          take(chunk.length)
          await file.appendFile(chunk)
        }
        return await read({ fd: file.fd, bytes })
      } finally {
        await file.close()
      }
    } catch (error) {
      throw problemOf(error)
    } finally {
      this.#files -= 1
      this.#bytes -= bytes
    }
  }

  async #create() {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 })
    const path = join(this.#folder, randomUUID())
    const file = await open(path, 'wx+', 0o600)
    await unlink(path)
    return file
  }
}

const tooMuch = (): AppError =>
  new AppError('unavailable', { detail: 'Many files are being imported. Try again in a moment.', retryAfterSeconds: 10 })

function problemOf(error: unknown): unknown {
  if (isDatabaseAway(error)) return error
  const code = errnoCode(error)
  if (code === 'ECONNRESET' || code === 'ERR_STREAM_PREMATURE_CLOSE')
    return new AppError('bad_input', { detail: 'The file did not arrive whole.', cause: error })
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return new AppError('unavailable', { detail: 'The server has no room for the file.', retryAfterSeconds: 60, cause: error })
  return error
}
