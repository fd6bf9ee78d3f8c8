import type { Browser } from 'playwright-core'
import { type AerieServer, startAerie } from '../e2e/support/aerie-server.ts'
import { openChromium, visit } from '../e2e/support/browser.ts'
import { noteShifts, shiftsOf, totalShift } from '../e2e/support/layout-shift.ts'
import { logInPage, newPerson, signUp } from '../e2e/support/people.ts'
import { until } from '../e2e/support/until.ts'
import type { Benchmark } from './benchmark.ts'

/** The built screens; the first is opened by a guest. */
const SCREENS = [
  '/',
  '/present',
  '/currencies/BTC',
  '/ipc/BTC',
  '/claw',
  '/claw/pretrade',
  '/claw/trade',
  '/claw/posttrade',
  '/claw/copy',
  '/claw/social',
  '/claw/learn',
  '/tradealerts',
  '/mirror',
  '/traderewards/stake',
  '/traderewards/withdraw',
  '/traderewards/rewards',
  '/account/details',
  '/account/tradepersona',
  '/account/subscriptions',
  '/account/account',
  '/account/apex',
  '/account/wallets',
  '/auth/login',
] as const
const SIZES = [
  { width: 1440, height: 900 },
  { width: 1920, height: 1080 },
  { width: 390, height: 844 },
] as const
const sizeText = ({ width, height }: (typeof SIZES)[number]): string => `${width}x${height}`
/** By then each screen shows what it shows. */
const SETTLED_MS = 3000
/** A young server has its history and the first forecasts by then. */
const FORECASTS_MS = 120_000
/** PERFORMANCE.md's limit for Home, and issue 13's for all. */
const LIMIT = 0.02

let server: AerieServer | undefined
let browser: Browser | undefined

type Row = { readonly screen: string; readonly size: string; readonly shift: number; readonly moved: readonly string[] }

/** Screens with forecasts are measured with them. */
const forecastsOf = ({ url }: AerieServer): Promise<true> =>
  until('a forecast', async () => ((await fetch(`${url}/api/v1/forecasts/BTC?hours=24`)).ok ? true : undefined), FORECASTS_MS)

async function measure(): Promise<Row[]> {
  ;[server, browser] = await Promise.all([startAerie(), openChromium()])
  const person = newPerson()
  await signUp(server, person)
  await forecastsOf(server)
  const rows: Row[] = []
  for (const viewport of SIZES) {
    const reader = await visit(browser, { viewport })
    await noteShifts(reader.context)
    for (const screen of SCREENS) {
      const page = await reader.context.newPage()
      if (!/^\/(auth|$)/.test(screen)) await logInPage(page, server, person)
      await page.goto(server.url + screen)
      await page.waitForTimeout(SETTLED_MS)
      const shifts = await shiftsOf(page)
      const worst = shifts.toSorted((a, b) => b.value - a.value).slice(0, 3)
      const moved = worst.flatMap(({ value, at, moved: parts }) => parts.map((part) => `${value.toFixed(3)} at ${at.toFixed(0)}: ${part}`))
      rows.push({ screen, size: sizeText(viewport), shift: totalShift(shifts), moved })
      await page.evaluate(() => localStorage.clear())
      await page.close()
    }
    await reader.close()
  }
  return rows
}

let measured: Promise<Row[]> | undefined
const once = (): Promise<Row[]> => {
  measured ??= measure()
  return measured
}

/** Which screen moves, by how much and what of it, is said beside the figures. */
export const benchmarks: readonly Benchmark[] = SIZES.map((size) => ({
  name: `layout shift: the worst of ${SCREENS.length} screens at ${sizeText(size)}`,
  run: async () => {
    const rows = (await once()).filter((each) => each.size === sizeText(size))
    for (const { screen, shift, moved } of rows) console.error([`${sizeText(size)} ${screen} ${shift.toFixed(4)}`, ...moved].join('\n    '))
    return { value: Math.max(...rows.map(({ shift }) => shift)), unit: '', limit: LIMIT }
  },
}))

/** Browser and server go. */
export async function close(): Promise<void> {
  await browser?.close()
  await server?.remove()
}
