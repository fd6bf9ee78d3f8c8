import { join } from 'node:path'
import { build } from 'esbuild'
import type { CDPSession } from 'playwright-core'
import { ROOT } from '../e2e/support/aerie-server.ts'

/** Bundles a benchmark's page as one browser script; imported styles are returned separately. */
export async function bundlePage(name: string): Promise<{ readonly script: string; readonly css: string }> {
  const { outputFiles } = await build({
    entryPoints: [join(ROOT, 'bench', name)],
    bundle: true,
    write: false,
    minify: true,
    format: 'iife',
    target: 'es2023',
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"production"' },
    outdir: 'out',
  })
  const textOf = (end: string) => outputFiles.find(({ path }) => path.endsWith(end))?.text ?? ''
  return { script: textOf('.js'), css: textOf('.css') }
}

/** CPU milliseconds of the page's thread since it was opened; needs `Performance.enable` with `threadTicks`. */
export async function threadTime(cdp: CDPSession): Promise<{ readonly total: number; readonly script: number }> {
  const { metrics } = await cdp.send('Performance.getMetrics')
  const seconds = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? Number.NaN
  return { total: seconds('TaskDuration') * 1000, script: seconds('ScriptDuration') * 1000 }
}
