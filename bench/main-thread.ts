import type { CDPSession, Page } from 'playwright-core'

export type Cost = {
  readonly scriptPercent: number
  /** Between two frames, wall-clock: waiting for a busy machine counts. */
  readonly longestFrameMs: number
  readonly framesOver: number
  /** Longest main-thread task (a frame's scripts, style, layout and paint are one) in CPU time: waiting does not count. */
  readonly longestTaskMs: number
}

type TraceEvent = { readonly name: string; readonly pid: number; readonly tid: number; readonly ts: number; readonly tdur?: number }
const BEGIN = 'watch-begin'
const TASK = 'ThreadControllerImpl::RunTask'

/** @param overMs frames longer than this are counted */
export async function watchMainThread(page: Page, { forMs, overMs }: { forMs: number; overMs: number }): Promise<Cost> {
  const cdp = await page.context().newCDPSession(page)
  // Thread CPU time, so that other load does not count.
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' })
  const stopTrace = await trace(page)
  const [before, start] = [await scriptMs(cdp), performance.now()]
  const frames = await page.evaluate(watchFrames, { forMs, mark: BEGIN })
  const scriptPercent = (100 * ((await scriptMs(cdp)) - before)) / (performance.now() - start)
  const tasks = tasksOf(await stopTrace())
  await cdp.detach()
  return {
    scriptPercent,
    longestFrameMs: Math.max(...frames),
    framesOver: frames.filter((ms) => ms > overMs).length,
    longestTaskMs: Math.max(...tasks),
  }
}

async function scriptMs(cdp: CDPSession): Promise<number> {
  const { metrics } = await cdp.send('Performance.getMetrics')
  return (metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? Number.NaN) * 1000
}

function watchFrames({ forMs, mark }: { forMs: number; mark: string }): Promise<number[]> {
  return new Promise((resolve) => {
    performance.mark(mark)
    const begin = performance.now()
    const frames: number[] = []
    let last: number | null = null
    const frame = (now: number) => {
      if (last !== null) frames.push(now - last)
      last = now
      if (now - begin < forMs) requestAnimationFrame(frame)
      else resolve(frames)
    }
    requestAnimationFrame(frame)
  })
}

async function trace(page: Page): Promise<() => Promise<TraceEvent[]>> {
  const session = await page.context().browser()?.newBrowserCDPSession()
  if (session === undefined) throw new Error('a page without its browser cannot be traced')
  const events: TraceEvent[] = []
  session.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])))
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['toplevel', 'blink.user_timing'] },
  })
  return async () => {
    const complete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve))
    await session.send('Tracing.end')
    await complete
    await session.detach()
    return events
  }
}

/** CPU milliseconds of each task, from the mark on, of the thread that set it. */
function tasksOf(events: readonly TraceEvent[]): number[] {
  const mark = events.find(({ name }) => name === BEGIN)
  if (mark === undefined) throw new Error('the trace does not say which thread was watched')
  const own = events.filter(({ name, pid, tid, ts }) => name === TASK && pid === mark.pid && tid === mark.tid && ts > mark.ts)
  return own.flatMap(({ tdur }) => (tdur === undefined ? [] : tdur / 1000))
}
