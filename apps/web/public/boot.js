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
