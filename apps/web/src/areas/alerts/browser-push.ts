import type { DeliveryChannels } from '@aerie/wire/alerts/deliveries'
import { useSession } from '../../platform/session/session.ts'
import { readStored, removeStored, writeStored } from '../../platform/storage/storage.ts'
import { deliveryCalls } from './delivery-calls.ts'

/** Served at the root so that its scope is the whole origin. The worker only shows notifications. */
export const PUSH_WORKER_PATH = '/push-worker.js'

/** denied: only browser settings can change it. no_contact: the push service accepts no messages from this server. on: for this user. */
export type PushState = 'unsupported' | 'denied' | 'no_contact' | 'off' | 'on'

type Devices = DeliveryChannels['push']['devices']
/** Push state of this browser, for any user. `device` is the server's id, null if not known here. */
export type BrowserPush = { readonly state: PushState; readonly device: string | null }

const DEVICE_KEY = 'aerie.push-device'

const isSupported = (): boolean =>
  window.isSecureContext && 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

export async function readPush(): Promise<BrowserPush> {
  return { state: await readState(), device: readStored(DEVICE_KEY) }
}

async function readState(): Promise<PushState> {
  if (!isSupported()) return 'unsupported'
  if (Notification.permission === 'denied') return 'denied'
  return (await subscription()) === null ? 'off' : 'on'
}

/** Push state for the user with these devices. A device of another user, or one the server has removed, counts as off. */
export function pushOf({ state, device }: BrowserPush, { devices, has_contact }: DeliveryChannels['push']): PushState {
  if (state === 'on' && devices.some(({ id }) => id === device)) return 'on'
  if (state !== 'on' && state !== 'off') return state
  return has_contact || !usesApplePush() ? 'off' : 'no_contact'
}

const usesApplePush = (): boolean => navigator.vendor.startsWith('Apple')

async function subscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration('/')
  return (await registration?.pushManager.getSubscription()) ?? null
}

/** Call only from a click: browsers reject the permission request otherwise. @throws ApiError of the server; DOMException of the browser */
export async function switchPushOn(publicKey: string): ReturnType<typeof deliveryCalls.addPush> {
  if ((await Notification.requestPermission()) !== 'granted') throw new DOMException('permission was not given', 'NotAllowedError')
  await navigator.serviceWorker.register(PUSH_WORKER_PATH, { scope: '/', updateViaCache: 'none' })
  const { pushManager } = await navigator.serviceWorker.ready
  const options = { userVisibleOnly: true, applicationServerKey: publicKey.replaceAll('=', '') }
  const known = await pushManager.getSubscription()
  // Created for another key, e.g. before the server was reinstalled: the server could not sign messages for it.
  if (known !== null && !isOfKey(known, publicKey)) await known.unsubscribe()
  const made = await pushManager.subscribe(options)
  try {
    const channels = await deliveryCalls.addPush(made.toJSON(), browserName())
    writeStored(DEVICE_KEY, newestOf(channels.push.devices))
    return channels
  } catch (error) {
    await made.unsubscribe()
    throw error
  }
}

const newestOf = (devices: Devices): string => devices.toSorted((a, b) => Date.parse(b.created_at) - Date.parse(a.created_at))[0]?.id ?? ''

/** Unsubscribes this browser. The server removes the device on its next failed delivery, or from the device list. */
export async function switchPushOff(): Promise<void> {
  removeStored(DEVICE_KEY)
  await (await subscription())?.unsubscribe()
}

/** Turns push off on logout in any window: the next user of this machine must not receive the alerts. */
export const endPushWithSession = (): (() => void) =>
  useSession.subscribe(({ phase, token }) => {
    // Not awaited: the page unloads within a second.
    if (phase === 'leaving' && token === null && isSupported())
      switchPushOff().catch((error: unknown) => console.warn('Push could not be switched off.', error))
  })

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

export function browserName(agent = navigator.userAgent): string {
  const named = (list: ReadonlyArray<readonly [part: string, name: string]>) => list.find(([part]) => agent.includes(part))?.[1]
  const system = named(SYSTEMS)
  return `${named(BROWSERS) ?? 'Browser'}${system === undefined ? '' : ` on ${system}`}`
}
