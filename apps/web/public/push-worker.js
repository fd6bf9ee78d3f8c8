// Shows alerts that the server pushes while no page is open. It answers no request and keeps nothing of the product, so that nothing of
// it can go stale. The browser looks for a newer one with every page that registers it, and at least once a day.
const PAGE = '/tradealerts'
const MOST = { title: 120, body: 400, tag: 120 }

/** A newer worker takes over at once: there is nothing of the older one that a page depends on. */
self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

const text = (value, most, otherwise) => (typeof value === 'string' && value !== '' ? value.slice(0, most) : otherwise)

/** What came, as far as it is what was agreed; a browser demands that every message is shown. */
function read(data) {
  try {
    return data?.json() ?? {}
  } catch {
    return {}
  }
}

self.addEventListener('push', (event) => {
  const message = read(event.data)
  const at = Date.parse(message.at)
  const shown = self.registration.showNotification(text(message.title, MOST.title, 'Trade alert'), {
    body: text(message.body, MOST.body, 'One of your alerts fired.'),
    tag: text(message.tag, MOST.tag, 'aerie-alert'),
    icon: '/icon-192.png',
    badge: '/icon-192.png',
    data: { path: ownPath(message.url) },
    ...(Number.isNaN(at) ? {} : { timestamp: at }),
  })
  event.waitUntil(shown)
})

/** A path of this product; whatever else a message names, an address elsewhere too, is the alerts' own page. */
function ownPath(url) {
  try {
    const { origin, pathname, search } = new URL(url, self.location.origin)
    const isOwn = typeof url === 'string' && url.startsWith('/') && origin === self.location.origin
    return isOwn && !/^\/(api|dev|docs)\b/.test(pathname) ? pathname + search : PAGE
  } catch {
    return PAGE
  }
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(show(ownPath(event.notification.data?.path)))
})

/** The page in a window that is open already, else in a new one. */
async function show(path) {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const there = windows.find((client) => new URL(client.url).pathname === new URL(path, self.location.origin).pathname)
  if (there !== undefined) return there.focus()
  const other = windows.find((client) => !new URL(client.url).pathname.startsWith('/mirror'))
  if (other === undefined) return self.clients.openWindow(path)
  try {
    await other.focus()
    return await other.navigate(path)
  } catch {
    // A window that an older worker or none controls cannot be led anywhere.
    return self.clients.openWindow(path)
  }
}
