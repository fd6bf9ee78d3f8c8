import { deliveryCalls } from './delivery-calls.ts'

/** Where the worker is served; at the root, so that it may speak for the whole origin. It does nothing but show messages. */
export const PUSH_WORKER_PATH = '/push-worker.js'

/**
 * What this browser allows. unsupported: it knows no push, or the page is not in a secure context. denied: its user refused, and only
 * the browser's own settings change that. off: it may be asked. on: it takes messages.
 */
export type PushState = 'unsupported' | 'denied' | 'off' | 'on'

const isSupported = (): boolean =>
  window.isSecureContext && 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

/** How push stands in this browser. */
export async function pushState(): Promise<PushState> {
  if (!isSupported()) return 'unsupported'
  if (Notification.permission === 'denied') return 'denied'
  return (await subscription()) === null ? 'off' : 'on'
}

async function subscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration('/')
  return (await registration?.pushManager.getSubscription()) ?? null
}

/**
 * Asks for permission, starts the worker and tells the server of this browser. Called by a press alone: browsers ask for nothing else.
 *
 * @param publicKey the server's VAPID key, base64url
 * @throws ApiError where the server refuses; DOMException where the browser does
 */
export async function switchPushOn(publicKey: string): ReturnType<typeof deliveryCalls.addPush> {
  if ((await Notification.requestPermission()) !== 'granted') throw new DOMException('permission was not given', 'NotAllowedError')
  await navigator.serviceWorker.register(PUSH_WORKER_PATH, { scope: '/', updateViaCache: 'none' })
  const { pushManager } = await navigator.serviceWorker.ready
  const options = { userVisibleOnly: true, applicationServerKey: publicKey.replaceAll('=', '') }
  const known = await pushManager.getSubscription()
  // Made for another key, as after a new installation of the server: messages to it could not be signed.
  if (known !== null && !isOfKey(known, publicKey)) await known.unsubscribe()
  const made = await pushManager.subscribe(options)
  try {
    return await deliveryCalls.addPush(made.toJSON(), browserName())
  } catch (error) {
    await made.unsubscribe()
    throw error
  }
}

/** Takes no more messages in this browser. The server forgets it with the next one that it cannot deliver, or by the list. */
export async function switchPushOff(): Promise<void> {
  await (await subscription())?.unsubscribe()
}

function isOfKey({ options: { applicationServerKey } }: PushSubscription, publicKey: string): boolean {
  if (applicationServerKey === null) return false
  const bytes = String.fromCharCode(...new Uint8Array(applicationServerKey))
  return btoa(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '') === publicKey.replaceAll('=', '')
}

const BROWSERS = [
  ['Edg/', 'Edge'],
  ['OPR/', 'Opera'],
  ['Firefox/', 'Firefox'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
] as const
const SYSTEMS = [
  ['Android', 'Android'],
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Windows', 'Windows'],
  ['Mac OS', 'Mac'],
  ['Linux', 'Linux'],
] as const

/** A name that its user knows this browser by: `Firefox on Linux`. */
export function browserName(agent = navigator.userAgent): string {
  const named = (list: ReadonlyArray<readonly [part: string, name: string]>) => list.find(([part]) => agent.includes(part))?.[1]
  const system = named(SYSTEMS)
  return `${named(BROWSERS) ?? 'Browser'}${system === undefined ? '' : ` on ${system}`}`
}
