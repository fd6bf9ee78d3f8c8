export function pausedUsers() {
  const users = new Set<string>()
  let told: Set<string> | undefined = new Set()
  return {
    has: (userId: string): boolean => users.has(userId),
    tell(userId: string, isPaused: boolean): void {
      told?.add(userId)
      if (isPaused) users.add(userId)
      else users.delete(userId)
    },
    /** Loads stored users, except those changed meanwhile. @throws what `read` throws */
    async load(read: () => Promise<readonly string[]>): Promise<void> {
      for (const userId of await read()) if (told?.has(userId) !== true) users.add(userId)
      told = undefined
    },
  }
}
