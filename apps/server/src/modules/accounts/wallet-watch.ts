type Listener = (userId: string) => Promise<void>

/** Tells those who depend on a user's wallets that they have changed, and waits until they have taken note. */
export const walletWatch = () => {
  const listeners = new Set<Listener>()
  return {
    /** Resolves when all have taken note. @throws never, as long as no listener does */
    changed: async (userId: string): Promise<void> => void (await Promise.all([...listeners].map((listener) => listener(userId)))),
    onChanged: (listener: Listener): void => void listeners.add(listener),
  }
}

export type WalletWatch = ReturnType<typeof walletWatch>
