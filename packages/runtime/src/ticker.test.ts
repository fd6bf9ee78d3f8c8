import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { every, ticker, timer } from './ticker.ts'

describe('ticker', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  function slowWork() {
    const runs: PromiseWithResolvers<void>[] = []
    const work = (): Promise<void> => {
      const run = Promise.withResolvers<void>()
      runs.push(run)
      return run.promise
    }
    return { runs, work }
  }

  it('runs its task on every tick until it is stopped', () => {
    const work = vi.fn()
    const stop = every(1_000, work)
    vi.advanceTimersByTime(3_500)
    expect(work).toHaveBeenCalledTimes(3)
    stop()
    vi.advanceTimersByTime(10_000)
    expect(work).toHaveBeenCalledTimes(3)
  })

  it('starts immediately when configured to', () => {
    const work = vi.fn()
    every(1_000, work, { atOnce: true })()
    expect(work).toHaveBeenCalledTimes(1)
  })

  it('never starts a run while one is in progress', async () => {
    const { runs, work } = slowWork()
    const stop = every(1_000, work)
    await vi.advanceTimersByTimeAsync(5_000)
    expect(runs).toHaveLength(1)
    runs[0]?.resolve()
    await vi.advanceTimersByTimeAsync(1_000)
    expect(runs).toHaveLength(2)
    stop()
  })

  it('reports what the task throws, synchronously or later, and continues', async () => {
    const reported: unknown[] = []
    const onError = (error: unknown) => reported.push(error)
    const stops = [
      every(1_000, () => Promise.reject(new Error('later')), { onError }),
      every(
        1_000,
        () => {
          throw new Error('at once')
        },
        { onError },
      ),
    ]
    await vi.advanceTimersByTimeAsync(2_000)
    expect(reported.map(String).sort()).toEqual(['Error: at once', 'Error: at once', 'Error: later', 'Error: later'])
    for (const stop of stops) stop()
  })

  it('does not keep a Node process alive', () => {
    vi.useRealTimers()
    const before = process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length
    const stop = every(1_000, () => undefined)
    expect(process.getActiveResourcesInfo().filter((name) => name === 'Timeout')).toHaveLength(before)
    stop()
  })

  it('starts once however often it is started, and again after a stop', () => {
    const work = vi.fn()
    const clock = ticker(1_000, work)
    clock.start()
    clock.start()
    vi.advanceTimersByTime(1_000)
    expect(work).toHaveBeenCalledTimes(1)
    clock.stop()
    vi.advanceTimersByTime(1_000)
    clock.start()
    vi.advanceTimersByTime(1_000)
    expect(work).toHaveBeenCalledTimes(2)
    clock.stop()
  })

  it('starts no second run after a stop and a start while the first is in progress, and is idle after it', async () => {
    const { runs, work } = slowWork()
    const clock = ticker(1_000, work, { atOnce: true })
    clock.start()
    clock.stop()
    clock.start()
    await vi.advanceTimersByTimeAsync(1_000)
    expect(runs).toHaveLength(1)
    clock.stop()
    let isIdle = false
    const idle = clock.idle().then(() => {
      isIdle = true
    })
    await vi.advanceTimersByTimeAsync(0)
    expect(isIdle).toBe(false)
    runs[0]?.resolve()
    await idle
    expect(isIdle).toBe(true)
  })
})

describe('timer', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('replaces the pending run when it is started again', () => {
    const runs: string[] = []
    const mine = timer()
    mine.start(100, () => runs.push('first'))
    vi.advanceTimersByTime(60)
    mine.start(100, () => runs.push('second'))
    vi.advanceTimersByTime(60)
    expect(runs).toEqual([])
    vi.advanceTimersByTime(60)
    expect(runs).toEqual(['second'])
  })

  it('runs nothing once stopped, and can be started again', () => {
    const work = vi.fn()
    const mine = timer()
    mine.start(100, work)
    mine.stop()
    vi.advanceTimersByTime(200)
    expect(work).not.toHaveBeenCalled()
    mine.start(100, work)
    vi.advanceTimersByTime(100)
    expect(work).toHaveBeenCalledOnce()
  })
})
