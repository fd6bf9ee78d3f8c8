// Runs before the first paint, so that a chosen theme and the kind of visitor are right from the first frame.
// It is a file of its own because the content security policy allows no inline script.
{
  const page = document.documentElement.dataset
  // A page that the browser has kept (a restored tab, a slow proxy) has no prices of its own until it is live.
  if (!(Math.abs(Date.now() - Number(page.madeAt)) < 30_000)) page.kept = ''
  try {
    const theme = localStorage.getItem('aerie.theme')
    const palette = localStorage.getItem('aerie.palette')
    if (theme === 'dark' || theme === 'light') page.theme = theme
    if (palette === 'swapped' || palette === 'blue-orange') page.palette = palette
    if (localStorage.getItem('token')) page.visitor = 'user'
  } catch {
    // Storage is refused by the browser's settings: the system's theme and a guest's view stand.
  }
}

// Home's page is there before its program is: it is painted first, then that is fetched and run. In a hidden tab nothing is painted or waited for,
// and a window that is covered may paint nothing either.
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

// A press before the program is there is made again once it is: the last one alone, and on the same control of the program's own page. Only
// controls that open or show something carry `data-early`; rows have their coin; links work without a program. Another press, Escape and
// another address take it back, and so does time: nobody waits half a minute for a menu.
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
    // A fold that is open is being closed.
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
      // The list may come after the page.
      rows.observe(document.getElementById('root'), { childList: true, subtree: true })
      setTimeout(again)
    },
    { once: true },
  )
}
