import AxeBuilder from '@axe-core/playwright'
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { findChromium } from '../../scripts/browser.mjs'

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
 * Chromium without a window.
 *
 * @param flags of the command line, besides those of every spec
 */
export async function openChromium(flags: readonly string[] = []): Promise<Browser> {
  const executablePath = findChromium()
  if (!executablePath) throw new Error('no Chromium here; install one or set CHROME_PATH')
  return await chromium.launch({ executablePath, args: [...FLAGS, ...flags] })
}

/**
 * What the browser itself logs while the server or the network is away. Which of them depends on where each request was when it went.
 */
export const AWAY =
  /net::ERR_(?:INTERNET_DISCONNECTED|NETWORK_CHANGED|CONNECTION_\w+|EMPTY_RESPONSE|INCOMPLETE_CHUNKED_ENCODING|FAILED)|WebSocket connection to/

/** What a page must never have: console errors and warnings, uncaught errors, refused content. */
export type Complaints = readonly string[]

export type Visit = {
  readonly page: Page
  readonly context: BrowserContext
  readonly complaints: Complaints
  readonly close: () => Promise<void>
}

export type VisitOptions = BrowserContextOptions & { readonly quiet?: readonly RegExp[] }

/**
 * A browser profile of its own, with one page.
 *
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
  // Only what hangs runs out of it: a busy machine must not decide a test.
  page.setDefaultTimeout(30_000)
  return { page, context, complaints, close: () => context.close() }
}

/** Chromium logs this where a page sends while the server closes the connection, as both may do at a logout. */
const SENT_WHILE_CLOSING = 'WebSocket is already in CLOSING or CLOSED state.'

function listen(page: Page, complain: (text: string) => void): void {
  page.on('console', (message) => {
    if ((message.type() !== 'error' && message.type() !== 'warning') || message.text() === SENT_WHILE_CLOSING) return
    const { url } = message.location() // of what failed to load, or of the program
    complain(`console ${message.type()}: ${message.text()} (${url} on ${page.url()})`)
  })
  page.on('pageerror', (error) => complain(`uncaught: ${error.message} (${page.url()})`))
}

const AXE_TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/**
 * Breaches of WCAG 2.2 A and AA that axe can see, one line each. Axe works in the page itself ("legacy": no frames of other origins,
 * and there are none) and describes breaches alone: opening a page of its own to put the results together, and describing what passed,
 * took three quarters of its time (3.5 to 4.7 s a screen, now 0.7 to 1.2).
 */
export async function accessibilityBreaches(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page })
    .options({ runOnly: { type: 'tag', values: AXE_TAGS }, resultTypes: ['violations'] })
    .setLegacyMode()
    .analyze()
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map((node) => `${id}: ${help}: ${node.target.join(' ')} ${node.failureSummary ?? ''}`),
  )
}

/** Block elements inside elements that HTML allows only text and inline content in, by their openings. */
export const misplacedBlocks = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const inline = ':is(span, p, h1, h2, h3, h4, h5, h6, button, label, strong, em, small, time, output)'
    const block = ':is(div, p, section, header, footer, fieldset, form, dialog, table, ul, ol, dl, pre, figure, h1, h2, h3, h4, h5, h6)'
    return [...document.querySelectorAll(`${inline} > ${block}`)].map(({ outerHTML }) => outerHTML.slice(0, 120))
  })

/** How far the page can be scrolled sideways, in CSS pixels; 0 is right. */
export const sidewaysScroll = (page: Page): Promise<number> =>
  page.evaluate(() => Math.max(document.documentElement.scrollWidth, document.body.scrollWidth) - document.documentElement.clientWidth)
