import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { epochMs } from '@aerie/core/time'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type BootData, homePages, loadHomeFiller, withBoot } from './home-page.ts'

describe('home page', () => {
  const fill = (html: string) => html
  const template = { type: 'text/html', etag: 'x', isImmutable: false, bodies: { identity: Buffer.from('<body></body>') } }
  const clock = { now: () => epochMs(0) }

  function counted() {
    let made = 0
    const make = () => {
      made += 1
      return { made }
    }
    const bootData: BootData = ({ page }) => ({ key: String(page), make })
    return { bootData, made: () => made }
  }

  it('escapes data that would break out of the script element', () =>
    expect(withBoot('<body></body>', { name: '</script><script>alert(1)</script>' })).toBe(
      '<body><script type="application/json" id="aerie-boot">{"name":"\\u003c/script>\\u003cscript>alert(1)\\u003c/script>"}</script></body>',
    ))

  it('is built once per half second for each list, whatever the client and other query parameters', async () => {
    let now = 0
    const { bootData } = counted()
    const home = homePages({ template, fill, bootData, clock, monotonicNow: () => now })
    const first = await home({ page: '1' })
    expect(await home({ page: '1', utm: 'a' })).toBe(first)
    expect((await home({ page: '2' })).etag).not.toBe(first.etag)
    now = 499
    expect(await home({ page: '1' })).toBe(first)
    now = 500
    expect((await home({ page: '1' })).bodies.identity.toString()).toContain('{"made":3}')
  })

  it('is rebuilt even if the clock was set back', async () => {
    let [now, clockMs] = [0, 7_200_000]
    const { bootData } = counted()
    const home = homePages({ template, fill, bootData, clock: { now: () => epochMs(clockMs) }, monotonicNow: () => now })
    const first = await home({})
    ;[now, clockMs] = [500, 3_600_000]
    expect(await home({})).not.toBe(first)
  })

  it('keeps a bounded number of pages', async () => {
    const { bootData, made } = counted()
    const home = homePages({ template, fill, bootData, clock, monotonicNow: () => 0 })
    for (let page = 0; page < 70; page += 1) await home({ page })
    await home({ page: 69 })
    expect(made()).toBe(70)
    await home({ page: 0 })
    expect(made()).toBe(71)
  })

  it('includes the time it was built, and renders its data in the markup too', async () => {
    const body = { identity: Buffer.from('<!doctype html><html lang="en"><body></body></html>') }
    const home = homePages({
      template: { ...template, bodies: body },
      fill: (html, data) => html.replace('<body>', `<body>${JSON.stringify(data)}`),
      bootData: () => ({ key: '', make: () => ({ assets: 1 }) }),
      clock: { now: () => epochMs(1_700_000_000_000) },
    })
    expect((await home({})).bodies.identity.toString()).toBe(
      '<!doctype html><html data-made-at="1700000000000" lang="en"><body>{"assets":1}<script type="application/json" id="aerie-boot">{"assets":1}</script></body></html>',
    )
  })
})

describe('fill home', () => {
  let root: string
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'aerie-web-'))
  })
  afterEach(() => rmSync(root, { recursive: true }))

  const PROGRAM = `export const homeFiller = ({ place }) => (html, data) => {
  if (data === null) throw new Error('no data')
  return html.replace(place, data.text)
}`
  const build = () => {
    writeFileSync(join(root, 'fill-home.mjs'), PROGRAM)
    writeFileSync(join(root, 'home-parts.json'), '{"place":"here"}')
  }

  it("renders the page with the build's own program", async () => {
    build()
    const fill = await loadHomeFiller(root, () => undefined)
    expect(fill('<p>here</p>', { text: 'rows' })).toBe('<p>rows</p>')
  })

  it('leaves the page unchanged if the program fails, and logs it', async () => {
    build()
    const faults: unknown[] = []
    const fill = await loadHomeFiller(root, (error) => faults.push(error))
    expect(fill('<p>here</p>', null)).toBe('<p>here</p>')
    expect(faults.map(String)).toEqual(['Error: no data'])
  })

  it('leaves the page unchanged if the build has no program', async () => {
    const fill = await loadHomeFiller(root, () => undefined)
    expect(fill('<p>here</p>', { text: 'rows' })).toBe('<p>here</p>')
  })
})
