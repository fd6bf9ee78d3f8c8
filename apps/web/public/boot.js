// Runs before the first paint so that theme and visitor kind apply from the first frame. A separate file: the CSP allows no inline script.
{
  const page = document.documentElement.dataset
  // Prices in a page cached by the browser (restored tab, slow proxy) are hidden until it is live.
  if (!(Math.abs(Date.now() - Number(page.madeAt)) < 30_000)) page.kept = ''
  try {
    const theme = localStorage.getItem('aerie.theme')
    const palette = localStorage.getItem('aerie.palette')
    if (theme === 'dark' || theme === 'light') page.theme = theme
    if (palette === 'swapped' || palette === 'blue-orange') page.palette = palette
    if (localStorage.getItem('token')) page.visitor = 'user'
  } catch {
    // The browser blocks storage: fall back to the system theme and the guest view.
  }
}

// Home is painted before its script is fetched. A hidden tab never paints, so it loads at once; a covered window may never paint either.
{
  const main = document.currentScript?.dataset.main?.split(' ')
  const run = () => {
    for (const file of main) void import(file)
  }
  if (main && document.hidden) run()
  else if (main) {
    new PerformanceObserver((list) => list.getEntriesByName('first-contentful-paint')[0] && run()).observe({
      type: 'paint',
      buffered: true,
    })
    addEventListener('load', () => setTimeout(run, 500))
  }
}

// Replays the last click made before the script was ready, on the matching control. Only controls that open or show something carry
// `data-early` (rows use their coin; links work without script). Another click, Escape, navigation and 30 s cancel it.
if (document.currentScript?.dataset.main) {
  const KEPT_MS = 30_000
  const EVENTS = ['click', 'keydown', 'popstate', 'pagehide']
  let press
  let isReady = false
  let ends
  const forget = () => {
    press?.control.removeAttribute('aria-busy')
    press = undefined
  }
  const pressOn = (control) => {
    const { early, symbol } = control?.dataset ?? {}
    // A click on an open <details> closes it: nothing to replay.
    if (control === null || control.matches('[open] > summary')) return undefined
    const name = early === undefined ? `tr[data-symbol="${CSS.escape(symbol)}"]` : `[data-early="${CSS.escape(early)}"]`
    control.setAttribute('aria-busy', 'true')
    return { name, control, at: performance.now() }
  }
  const take = ({ type, key, target, isTrusted }) => {
    if (!isTrusted) return
    const isOnRow = type === 'keydown' && (key === 'Enter' || key === ' ') && target.matches('tr[data-symbol]')
    if (type === 'keydown' && key !== 'Escape' && !isOnRow) return
    forget()
    if (isReady) stop()
    else if (type === 'click' || isOnRow) press = pressOn(target.closest('[data-early], tr[data-symbol]'))
  }
  const again = () => {
    const control = press && document.querySelector(press.name)
    if (!control) return
    stop()
    control.focus({ preventScroll: true })
    control.click()
  }
  const rows = new MutationObserver(again)
  const stop = () => {
    forget()
    clearTimeout(ends)
    rows.disconnect()
    for (const name of EVENTS) removeEventListener(name, take, true)
  }
  for (const name of EVENTS) addEventListener(name, take, true)
  addEventListener(
    'aerie-ready',
    () => {
      isReady = true
      const left = press ? KEPT_MS - (performance.now() - press.at) : 0
      if (left <= 0) return stop()
      ends = setTimeout(stop, left)
      // The list may render after the page.
      rows.observe(document.getElementById('root'), { childList: true, subtree: true })
      setTimeout(again)
    },
    { once: true },
  )
}
