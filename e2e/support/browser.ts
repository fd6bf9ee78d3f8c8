import AxeBuilder from '@axe-core/playwright'
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { findChromium, findHeadlessShell } from '../../scripts/debian-programs.mjs'

export const WIDE = { width: 1440, height: 900 }
export const PHONE = { width: 390, height: 844 }
export const NARROW = { width: 320, height: 640 }

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
]

/**
 * Headless Chromium.
 * @param screens virtual screens, as in `{0,0 1600x900}`; one if absent. Several need the whole browser, which is slower.
 */
export async function openChromium({ screens }: { readonly screens?: string } = {}): Promise<Browser> {
  const executablePath = screens === undefined ? findHeadlessShell() : findChromium()
  if (!executablePath) throw new Error('no Chromium here; install one or set CHROME_PATH')
  return await chromium.launch({ executablePath, args: [...FLAGS, ...(screens === undefined ? [] : [`--screen-info=${screens}`])] })
}

/** Browser messages while the server or the network is down. Which ones occur depends on the state of each request. */
export const AWAY =
  /net::ERR_(?:INTERNET_DISCONNECTED|NETWORK_CHANGED|CONNECTION_\w+|EMPTY_RESPONSE|INCOMPLETE_CHUNKED_ENCODING|FAILED)|WebSocket connection to/

/** Console errors and warnings, uncaught errors, blocked content: a page must have none. */
export type Complaints = readonly string[]

export type Visit = {
  readonly page: Page
  readonly context: BrowserContext
  readonly complaints: Complaints
  readonly close: () => Promise<void>
}

export type VisitOptions = BrowserContextOptions & { readonly quiet?: readonly RegExp[] }

/**
 * A new browser profile with one page.
 * @param quiet complaints that the spec itself provokes (a refused login logs a failed request)
 */
export async function visit(browser: Browser, { quiet = [], ...options }: VisitOptions = {}): Promise<Visit> {
  const context = await browser.newContext({ viewport: WIDE, colorScheme: 'dark', locale: 'en-GB', timezoneId: 'UTC', ...options })
  const complaints: string[] = []
  context.on('page', (page) => listen(page, (text) => !quiet.some((pattern) => pattern.test(text)) && complaints.push(text)))
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => console.error(`CSP: ${event.violatedDirective} ${event.blockedURI}`))
  })
  const page = await context.newPage()
  // Only a hang exceeds this, even on a busy machine.
  page.setDefaultTimeout(30_000)
  return { page, context, complaints, close: () => context.close() }
}

/** Chromium logs this if a page sends while the server closes the connection, as may happen at a logout. */
const SENT_WHILE_CLOSING = 'WebSocket is already in CLOSING or CLOSED state.'

function listen(page: Page, complain: (text: string) => void): void {
  page.on('console', (message) => {
    if ((message.type() !== 'error' && message.type() !== 'warning') || message.text() === SENT_WHILE_CLOSING) return
    const { url } = message.location()
    complain(`console ${message.type()}: ${message.text()} (${url} on ${page.url()})`)
  })
  page.on('pageerror', (error) => complain(`uncaught: ${error.message} (${page.url()})`))
}

const AXE_TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/**
 * WCAG 2.2 A and AA violations found by axe, one line each. Axe runs in the page ("legacy": there are no cross-origin frames) and reports
 * violations only: 0.7 to 1.2 s a screen instead of 3.5 to 4.7.
 */
export async function accessibilityBreaches(page: Page): Promise<string[]> {
  const { violations } = await axe(page)
    .options({ runOnly: { type: 'tag', values: AXE_TAGS }, resultTypes: ['violations'] })
    .analyze()
  const breaches: string[] = []
  for (const { id, help, nodes } of violations)
    for (const { target, failureSummary = '' } of nodes) {
      const element = target.join(' ')
      const isObscured = id === 'target-size' && failureSummary.includes('obscured')
      if (!isObscured || !(await isLargeInTheMiddle(page, element))) breaches.push(`${id}: ${help}: ${element} ${failureSummary}`)
    }
  return breaches
}

const axe = (page: Page): AxeBuilder => new AxeBuilder({ page }).setLegacyMode()

/** A target can be scrolled from under what floats, which covers something wherever the page is scrolled to. */
async function isLargeInTheMiddle(page: Page, element: string): Promise<boolean> {
  const scrolled = await page.evaluate(() => scrollY)
  await page.locator(element).evaluate((target) => target.scrollIntoView({ block: 'center', behavior: 'instant' }))
  const { violations } = await axe(page)
    .include(element)
    .options({ runOnly: { type: 'rule', values: ['target-size'] }, resultTypes: ['violations'] })
    .analyze()
  await page.evaluate((top) => scrollTo({ top, behavior: 'instant' }), scrolled)
  return violations.length === 0
}

/** Opening tags of block elements inside elements that may contain only phrasing content. */
export const misplacedBlocks = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const inline = ':is(span, p, h1, h2, h3, h4, h5, h6, button, label, strong, em, small, time, output)'
    const block = ':is(div, p, section, header, footer, fieldset, form, dialog, table, ul, ol, dl, pre, figure, h1, h2, h3, h4, h5, h6)'
    return [...document.querySelectorAll(`${inline} > ${block}`)].map(({ outerHTML }) => outerHTML.slice(0, 120))
  })

export const sidewaysScroll = (page: Page): Promise<number> =>
  page.evaluate(() => Math.max(document.documentElement.scrollWidth, document.body.scrollWidth) - document.documentElement.clientWidth)
