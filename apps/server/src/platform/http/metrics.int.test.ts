import { afterAll, beforeAll, expect, it } from 'vitest'
import { testApp } from '../../../test/app.ts'

/** Suffixes that only one type of metric may have. */
const RESERVED: Readonly<Record<string, string>> = {
  _total: 'counter',
  _bucket: 'histogram',
  _count: 'histogram or summary',
  _sum: 'histogram or summary',
  _info: 'gauge',
}
const UNITS = /_(?:milliseconds|microseconds|ms|millis|minutes|hours|days|weeks|kilobytes|megabytes|kb|mb|bits|percent)(?:_|$)/
const TYPE_IN_NAME = /_(?:counter|gauge|histogram|summary)(?:_|$)/

type MetricFamily = { readonly name: string; readonly type: string; readonly help: string; readonly samples: readonly string[] }

/** Parses the Prometheus exposition format 0.0.4. */
function familiesOf(text: string): MetricFamily[] {
  return text
    .split(/^(?=# HELP )/m)
    .filter((block) => block.trim() !== '')
    .map((block) => {
      const [, name = '', help = ''] = /^# HELP (\S+) ?(.*)$/m.exec(block) ?? []
      const [, typed = '', type = ''] = /^# TYPE (\S+) (\S+)$/m.exec(block) ?? []
      const samples = block.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
      return { name, type: typed === name ? type : '', help, samples }
    })
}

/** The checks of `promtool check metrics`. */
function metricFaults(families: readonly MetricFamily[]): string[] {
  const names = families.map(({ name }) => name)
  return [
    ...names.filter((name, at) => names.indexOf(name) !== at).map((name) => `${name}: twice`),
    ...families.flatMap((family) => faultsOf(family).map((fault) => `${family.name}: ${fault}`)),
  ]
}

function faultsOf({ name, type, help, samples }: MetricFamily): string[] {
  const faults: string[] = []
  if (!/^[a-z][a-z0-9_]*$/.test(name)) faults.push('not in snake case')
  if (!['counter', 'gauge', 'histogram', 'summary'].includes(type)) faults.push('no type')
  if (help.trim() === '') faults.push('no help')
  if (type === 'counter' && !name.endsWith('_total')) faults.push('a counter without _total')
  for (const [suffix, owner] of Object.entries(RESERVED))
    if (name.endsWith(suffix) && !owner.split(' or ').includes(type)) faults.push(`a ${type} that ends in ${suffix}`)
  if (UNITS.test(name)) faults.push('no base unit')
  if (TYPE_IN_NAME.test(name)) faults.push('its type in its name')
  const owns = (sample: string): boolean => new RegExp(`^${name}(?:_bucket|_sum|_count)?[{ ]`).test(sample)
  if (!samples.every(owns)) faults.push('samples of another name')
  if (type !== 'histogram' && samples.some((sample) => /[{,]le="/.test(sample))) faults.push('a label le')
  return faults
}

let aerie: Awaited<ReturnType<typeof testApp>>
beforeAll(async () => {
  aerie = await testApp()
})
afterAll(() => aerie.close())

it('names, types and describes every metric according to Prometheus conventions', async () => {
  await aerie.app.inject('/healthz')
  const families = familiesOf((await aerie.app.inject('/metrics')).body)
  expect(metricFaults(families)).toEqual([])
  // Metrics of every part, so that the check has covered all of them.
  const names = families.map(({ name }) => name)
  expect(names).toEqual(
    expect.arrayContaining([
      'process_cpu_seconds_total',
      'nodejs_active_handles',
      'http_request_duration_seconds',
      'http_ready_answers_total',
      'forecasts_issued_total',
      'forecast_lag_seconds',
      'now_forecasts_issued_total',
      'now_forecast_lag_seconds',
      'agent_replies_total',
      'tier_readings_total',
    ]),
  )
})

it('counts an answer from memory by its route, and not as one that took no time', async () => {
  const url = await aerie.app.listen({ port: 0, host: '127.0.0.1' })
  const metrics = async (): Promise<string> => (await fetch(`${url}/metrics`)).text()
  // An answer stays ready for half a second: a slow machine may need several attempts.
  await expect
    .poll(
      async () => {
        for (let request = 0; request < 3; request += 1) await (await fetch(`${url}/api/v1/config`)).text()
        return await metrics()
      },
      { timeout: 60_000 },
    )
    .toMatch(/^http_ready_answers_total\{status="2xx",route="\/api\/v1\/config"\} [1-9]/m)
  expect(await metrics()).not.toMatch(/^http_request_duration_seconds_sum\{.*\} 0$/m)
})

it.each([
  ['# HELP a_total A.\n# TYPE a_total gauge\na_total 1\n', 'a_total: a gauge that ends in _total'],
  ['# HELP a A.\n# TYPE a counter\na 1\n', 'a: a counter without _total'],
  ['# HELP a \n# TYPE a gauge\na 1\n', 'a: no help'],
  ['# HELP a A.\na 1\n', 'a: no type'],
  ['# HELP a_ms A.\n# TYPE a_ms gauge\na_ms 1\n', 'a_ms: no base unit'],
  ['# HELP a A.\n# TYPE a gauge\na 1\n# HELP a A.\n# TYPE a gauge\na 1\n', 'a: twice'],
])('detects the fault of %j', (text, fault) => expect(metricFaults(familiesOf(text))).toEqual([fault]))
