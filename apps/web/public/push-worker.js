// Shows pushed alerts while no page is open. It handles no requests and caches nothing, so nothing can go stale. The browser checks for an
// update on every page load that registers it, and at least once a day.
const PAGE = '/tradealerts'
const MOST = { title: 120, body: 400, tag: 120 }

/** Safe to activate at once: no page depends on the older worker. */
self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

const text = (value, most, otherwise) => (typeof value === 'string' && value !== '' ? value.slice(0, most) : otherwise)

/** Malformed payloads still yield a notification: browsers require one for every push message. */
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

/** Same-origin paths only; anything else falls back to the alerts page. */
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
    // A window controlled by no worker or an older one cannot be navigated.
    return self.clients.openWindow(path)
  }
}
