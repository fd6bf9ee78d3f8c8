/** Messages between windows of one origin. Each window receives the others' messages, in order per sender. */
export type Bus = {
  readonly post: (message: unknown) => void
  readonly listen: (handle: (message: unknown) => void) => void
  readonly close: () => void
}

type ChannelLike = {
  postMessage(message: unknown): void
  close(): void
  onmessage: unknown
}
type ChannelMaker = new (name: string) => ChannelLike

/** Bus over BroadcastChannel; null if it is unavailable or refused. */
export function broadcastBus(name: string, Channel = (globalThis as { BroadcastChannel?: ChannelMaker }).BroadcastChannel): Bus | null {
  const channel = made(name, Channel)
  if (channel === null) return null
  let isOpen = true
  return {
    post: (message) => {
      // A closing window may still post; this is ignored.
      if (isOpen) channel.postMessage(message)
    },
    listen: (handle) => {
      channel.onmessage = ({ data }: { readonly data: unknown }) => handle(data)
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
    // An opaque origin (a sandboxed frame) throws a DOMException.
    if (error instanceof Error) return null
    throw error
  }
}
