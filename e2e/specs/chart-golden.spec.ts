import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ROOT } from '../support/aerie-server.ts'
import { openChromium, visit } from '../support/browser.ts'

declare const chartStage: { compare: () => Promise<{ differing: number; colored: Record<'up' | 'down', number> }> }

let browser: Browser
beforeAll(async () => {
  browser = await openChromium()
})
afterAll(() => browser.close())

/** The chart alone on a page, in the product's colors. Exact drawing output: golden/ beside its sources. */
const stage = async () => {
  const bundle = await build({
    entryPoints: [join(ROOT, 'e2e', 'chart', 'stage-page.ts')],
    bundle: true,
    write: false,
    format: 'iife',
    target: 'es2023',
    loader: { '.css': 'empty' },
  })
  const { page, complaints } = await visit(browser)
  const styles = ['app/styles/tokens.css', 'areas/chart/indicators/pane-legends.css'].map((name) =>
    readFileSync(join(ROOT, 'apps', 'web', 'src', name), 'utf8'),
  )
  await page.setContent(`<!doctype html><html data-theme="dark"><style>${styles.join('\n')}</style><body></body></html>`)
  await page.addScriptTag({ content: bundle.outputFiles[0]?.text ?? '' })
  return { page, complaints }
}

it('looks identical to a newly opened chart after ticks, pans, a crosshair and a resize', async () => {
  const { page, complaints } = await stage()
  const { differing, colored } = await page.evaluate(() => chartStage.compare())
  expect(colored.up).toBeGreaterThan(500)
  expect(colored.down).toBeGreaterThan(500)
  expect(differing).toBeLessThan(0.0005)
  expect(complaints).toEqual([])
})
