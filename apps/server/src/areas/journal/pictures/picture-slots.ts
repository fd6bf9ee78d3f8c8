import { AppError } from '../../../platform/http/app-error.ts'

/** Concurrent picture streams of all users: they render on the main thread. */
const MOST_AT_ONCE = 2

export class PictureSlots {
  readonly #users = new Set<string>()

  /** @returns releases the slot; @throws AppError conflict, unavailable */
  take(userId: string): () => void {
    if (this.#users.has(userId))
      throw new AppError('conflict', { reason: 'pictures_running', detail: 'Your pictures are being exported. Wait until they are done.' })
    if (this.#users.size >= MOST_AT_ONCE)
      throw new AppError('unavailable', { detail: 'Other pictures are being exported. Try again in a moment.', retryAfterSeconds: 5 })
    this.#users.add(userId)
    return () => void this.#users.delete(userId)
  }
}
