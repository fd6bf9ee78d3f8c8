import type { DeliveryChannels } from '@aerie/wire/alerts/deliveries'
import { readStored, removeStored, writeStored } from '../lib/storage/storage.ts'
import { useSession } from '../session/session.ts'
import { deliveryCalls } from './delivery-calls.ts'

/** Where the worker is served; at the root, so that it may speak for the whole origin. It does nothing but show messages. */
export const PUSH_WORKER_PATH = '/push-worker.js'

/**
 * What this browser allows. unsupported: it knows no push, or the page is not in a secure context. denied: its user refused, and only
 * the browser's own settings change that. no_contact: its push service takes no messages of this server. off: it may be asked. on: it
 * takes messages of this user.
 */
export type PushState = 'unsupported' | 'denied' | 'no_contact' | 'off' | 'on'

type Devices = DeliveryChannels['push']['devices']
/** How push stands in this browser, whoever is logged in; `device` is what the server calls it, null where that is not known here. */
export type BrowserPush = { readonly state: PushState; readonly device: string | null }

const DEVICE_KEY = 'aerie.push-device'

const isSupported = (): boolean =>
  window.isSecureContext && 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

/** Asks the browser how push stands. */
export async function readPush(): Promise<BrowserPush> {
  return { state: await readState(), device: readStored(DEVICE_KEY) }
}

async function readState(): Promise<PushState> {
  if (!isSupported()) return 'unsupported'
  if (Notification.permission === 'denied') return 'denied'
  return (await subscription()) === null ? 'off' : 'on'
}

/** How push stands for the user of whom the server has these devices: somebody else's, or one that it has no more, is off. */
export function pushOf({ state, device }: BrowserPush, { devices, has_contact }: DeliveryChannels['push']): PushState {
  if (state === 'on' && devices.some(({ id }) => id === device)) return 'on'
  if (state !== 'on' && state !== 'off') return state
  return has_contact || !usesApplePush() ? 'off' : 'no_contact'
}

/** Safari, and every browser of an iPhone, which are WebKit inside. */
const usesApplePush = (): boolean => navigator.vendor.startsWith('Apple')

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
    const channels = await deliveryCalls.addPush(made.toJSON(), browserName())
    writeStored(DEVICE_KEY, newestOf(channels.push.devices))
    return channels
  } catch (error) {
    await made.unsubscribe()
    throw error
  }
}

/** The one that the server has just added, or made new. */
const newestOf = (devices: Devices): string => devices.toSorted((a, b) => Date.parse(b.created_at) - Date.parse(a.created_at))[0]?.id ?? ''

/** Takes no more messages in this browser. The server forgets it with the next one that it cannot deliver, or by the list. */
export async function switchPushOff(): Promise<void> {
  removeStored(DEVICE_KEY)
  await (await subscription())?.unsubscribe()
}

/** Switches push off when the user logs out, in whichever window: the next one at this machine must not get their alerts. @returns how to stop */
export const endPushWithSession = (): (() => void) =>
  useSession.subscribe(({ phase, token }) => {
    // Nobody waits for it: the page goes in a second.
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

/** A name that its user knows this browser by: `Firefox on Linux`. */
export function browserName(agent = navigator.userAgent): string {
  const named = (list: ReadonlyArray<readonly [part: string, name: string]>) => list.find(([part]) => agent.includes(part))?.[1]
  const system = named(SYSTEMS)
  return `${named(BROWSERS) ?? 'Browser'}${system === undefined ? '' : ` on ${system}`}`
}
