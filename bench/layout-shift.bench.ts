import type { Browser } from 'playwright-core'
import { type AerieServer, startAerie } from '../e2e/support/aerie-server.ts'
import { openChromium, visit } from '../e2e/support/browser.ts'
import { hasForecasts } from '../e2e/support/has-forecasts.ts'
import { noteShifts, shiftsOf, totalShift } from '../e2e/support/layout-shift.ts'
import { logInPage, newPerson, type Person, signUp } from '../e2e/support/people.ts'
import { until } from '../e2e/support/until.ts'
import type { Benchmark } from './benchmark.ts'

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
type Size = (typeof SIZES)[number]
const sizeText = ({ width, height }: Size): string => `${width}x${height}`
const SETTLED_MS = 3000
/** A new server has its history and first forecasts within this time. */
const FORECASTS_MS = 120_000
/** PERFORMANCE.md's limit for Home, and issue 13's for all screens. */
const LIMIT = 0.02

let server: AerieServer | undefined
let browser: Browser | undefined

type Row = { readonly screen: string; readonly shift: number; readonly moved: readonly string[] }
type Stage = { readonly server: AerieServer; readonly browser: Browser; readonly person: Person }

async function openStage(): Promise<Stage> {
  const made = await Promise.all([startAerie(), openChromium()])
  ;[server, browser] = made
  const person = newPerson()
  await signUp(made[0], person)
  // So that screens with forecasts are measured with them.
  await until('a forecast', () => hasForecasts(made[0].url), FORECASTS_MS)
  return { server: made[0], browser: made[1], person }
}
let stage: Promise<Stage> | undefined

async function measure(viewport: Size): Promise<Row[]> {
  stage ??= openStage()
  const { server, browser, person } = await stage
  const reader = await visit(browser, { viewport })
  await noteShifts(reader.context)
  const rows: Row[] = []
  for (const screen of SCREENS) {
    const page = await reader.context.newPage()
    if (!/^\/(auth|$)/.test(screen)) await logInPage(page, server, person)
    await page.goto(server.url + screen)
    await page.waitForTimeout(SETTLED_MS)
    const shifts = await shiftsOf(page)
    const worst = shifts.toSorted((a, b) => b.value - a.value).slice(0, 3)
    const moved = worst.flatMap(({ value, at, moved: parts }) => parts.map((part) => `${value.toFixed(3)} at ${at.toFixed(0)}: ${part}`))
    rows.push({ screen, shift: totalShift(shifts), moved })
    await page.evaluate(() => localStorage.clear())
    await page.close()
  }
  await reader.close()
  return rows
}

export const benchmarks: readonly Benchmark[] = SIZES.map((size) => ({
  name: `layout shift: the worst of ${SCREENS.length} screens at ${sizeText(size)}`,
  run: async () => {
    const rows = await measure(size)
    for (const { screen, shift, moved } of rows) console.error([`${sizeText(size)} ${screen} ${shift.toFixed(4)}`, ...moved].join('\n    '))
    return { value: Math.max(...rows.map(({ shift }) => shift)), unit: '', limit: LIMIT }
  },
}))

export async function close(): Promise<void> {
  await browser?.close()
  await server?.remove()
}
