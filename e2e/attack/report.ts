import { cpus, loadavg } from 'node:os'
import type { Hold } from './holds.ts'
import { LIMITS } from './options.ts'
import type { Reading } from './probe.ts'
import type { Tally } from './tally.ts'

export type Phases = {
  readonly before: Reading
  readonly loop: Reading
  readonly after: Reading
  readonly settled: Reading
}
export type Run = {
  readonly tally: Tally
  readonly phases: Phases | undefined
  readonly isAlive: boolean
  readonly firedS: number
  readonly settledS: number
}

const MB = 1024 * 1024
const mb = (bytes: number): string => (bytes / MB).toFixed(0)
const ms = (value: number): string => value.toFixed(1)

export function verdictOf({ tally, phases, isAlive }: Run): string[] {
  const faults = tally.faults().map(({ kind, count }) => `${count} × ${kind}`)
  const few = tally.inputs() < LIMITS.leastInputs ? [`${tally.inputs()} inputs, at least ${LIMITS.leastInputs} are wanted`] : []
  if (!isAlive || phases === undefined) return ['the server has ended', ...faults, ...few]
  const { before, loop, settled } = phases
  const held =
    loop.heldMaxMs > LIMITS.heldMs
      ? [`the event loop was held for ${ms(loop.heldMaxMs)} ms, ${loop.heldOften} × over ${LIMITS.heldMs} ms${doubtOf(loop)}`]
      : []
  const grown = (settled.rss - before.rss) / MB
  const kept = grown > LIMITS.grownMb ? [`${grown.toFixed(0)} MB more memory than at the start`] : []
  return [...faults, ...held, ...kept, ...few]
}

/** A busy machine does not excuse a failure, but it is reported apart from certain holds. */
const doubtOf = ({ heldOften, heldForCertain }: Reading): string =>
  heldForCertain === heldOften
    ? ''
    : `, ${heldForCertain} × for certain: else its threads waited for a processor, run it again on a quieter machine`

export function printReport(run: Run): void {
  const { tally, phases, firedS, settledS } = run
  console.log(`\n${tally.inputs()} inputs in ${firedS.toFixed(0)} s; ${tally.handled()} met a handler, the others a rate limit or an end`)
  console.table(
    [...tally.counts()].flatMap(([group, results]) => [...results].map(([result, count]) => ({ group, result, count }))).toSorted(byGroup),
  )
  console.log('\nslowest, with the time that this attack itself took to look:')
  for (const slow of tally.slowest()) console.log(`${ms(slow.ms).padStart(9)} ms  ${slow.what}`)
  if (phases !== undefined) printPhases(phases, settledS)
  const faults = tally.faults()
  console.log(`\nfaults: ${faults.length === 0 ? 'none' : ''}`)
  for (const { kind, count, input } of faults) console.log(`${count} × ${kind}\n    ${JSON.stringify(input)}`)
}

const holdText = ({
  from,
  delayMs,
  certainMs,
  stolenMs,
  waitedMs,
  othersWaitedMs,
  ranMs,
  helpersMs,
  processMs,
  collectingMs,
  heldMs,
  rss,
}: Hold): string =>
  [
    `${(from / 1_000).toFixed(1)} s after the start: ${ms(delayMs)} ms late, held ${ms(heldMs)} ms, for certain ${ms(certainMs)} ms (RSS ${mb(rss)} MB)`,
    `no free processor ${ms(waitedMs)} ms, for the other threads ${ms(othersWaitedMs)} ms, for the machine ${ms(stolenMs)} ms`,
    `computed ${ms(ranMs)} ms, V8's helpers ${ms(helpersMs)} ms, the process ${ms(processMs)} ms`,
    `in a collection ${ms(collectingMs)} ms`,
  ].join('; ')

type Row = { readonly group: string; readonly result: string }
const byGroup = (a: Row, b: Row): number => a.group.localeCompare(b.group) || a.result.localeCompare(b.result)

function printPhases({ before, loop, after, settled }: Phases, settledS: number): void {
  console.log(
    `\nevent loop: delay at most ${ms(loop.delayMaxMs)} ms, p99 ${ms(loop.delayP99Ms)} ms; held at most ${ms(loop.heldMaxMs)} ms without what the machine kept it waiting (load ${loadavg()[1]?.toFixed(1)} on ${cpus().length} processors)`,
  )
  for (const hold of loop.worst) console.log(`  ${holdText(hold)}`)
  const row = ({ rss, heapTotal, heapUsed, external }: Reading) => ({
    'RSS, MB': mb(rss),
    'heap, MB': mb(heapTotal),
    'of it used after gc, MB': mb(heapUsed),
    'buffers, MB': mb(external),
  })
  console.table({ before: row(before), 'after the firing': row(after), [`${settledS} s later`]: row(settled) })
}
