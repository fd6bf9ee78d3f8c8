/** Carries messages between the windows of one origin: each hears what the others post, in the order in which one window posted it. */
export type Bus = {
  readonly post: (message: unknown) => void
  readonly listen: (hear: (message: unknown) => void) => void
  readonly close: () => void
}

/** The part of a BroadcastChannel that is used. */
type ChannelLike = {
  postMessage(message: unknown): void
  close(): void
  onmessage: unknown
}
type ChannelMaker = new (name: string) => ChannelLike

/**
 * A bus over BroadcastChannel.
 *
 * @param Channel the browser's, or another of the same shape
 * @returns null where the browser has none or refuses it
 */
export function broadcastBus(name: string, Channel = (globalThis as { BroadcastChannel?: ChannelMaker }).BroadcastChannel): Bus | null {
  const channel = made(name, Channel)
  if (channel === null) return null
  let isOpen = true
  return {
    post: (message) => {
      // A window that is on its way out may still have something to say: too late is no fault.
      if (isOpen) channel.postMessage(message)
    },
    listen: (hear) => {
      channel.onmessage = ({ data }: { readonly data: unknown }) => hear(data)
    },
    close: () => {
      isOpen = false
      channel.close()
    },
  }
}

function made(name: string, Channel: ChannelMaker | undefined): ChannelLike | null {
  if (Channel === undefined) return null
  try {
    return new Channel(name)
  } catch (error) {
    // An opaque origin (a sandboxed frame) is refused with a DOMException.
    if (error instanceof Error) return null
    throw error
  }
}
