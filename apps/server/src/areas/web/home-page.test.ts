import { epochMs } from '@aerie/core/time'
import { expect, it } from 'vitest'
import { type BootData, homePages, withBoot } from './home-page.ts'

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
