import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../e2e/support/aerie-server.ts'
import type { Benchmark } from './benchmark.ts'
import { measureTicks } from './ticks-stage.ts'

const CSS = `
body { font: 13px/20px sans-serif; }
${readFileSync(join(ROOT, 'apps/web/src/app/styles/tokens.css'), 'utf8')}
.direct-grid { display: grid; grid-template-columns: 40px 200px repeat(5, 110px) repeat(2, 90px) 128px; contain: content; font-size: 13px; font-variant-numeric: tabular-nums lining-nums slashed-zero; }
.direct-grid > div { contain: strict; height: 32px; line-height: 32px; text-align: right; overflow: hidden; white-space: nowrap; }
`

let measured: ReturnType<typeof measureTicks> | undefined
const costs = () => {
  measured ??= measureTicks({
    page: 'home-ticks-page.ts',
    css: CSS,
    viewport: { width: 1440, height: 1900 },
    ticks: 60,
    warmUp: 10,
    rounds: 5,
  })
  return measured
}

/** Main-thread time of a tick that changes 50 rows of 9 columns, relative to direct text writes. Goals: 1.15, and 2 for scripts alone. */
export const benchmarks: readonly Benchmark[] = [
  {
    name: 'home tick, main thread',
    run: async () => ({ value: (await costs()).product.total, unit: 'ms', limit: (await costs()).direct.total }),
  },
  {
    name: 'home tick, script',
    run: async () => ({ value: (await costs()).product.script, unit: 'ms', limit: (await costs()).direct.script }),
  },
]
