export function pausedUsers() {
  const users = new Set<string>()
  let changedUsers: Set<string> | undefined = new Set()
  return {
    has: (userId: string): boolean => users.has(userId),
    set(userId: string, isPaused: boolean): void {
      changedUsers?.add(userId)
      if (isPaused) users.add(userId)
      else users.delete(userId)
    },
    /** Loads stored users, except those changed meanwhile. @throws what `read` throws */
    async load(read: () => Promise<readonly string[]>): Promise<void> {
      for (const userId of await read()) if (changedUsers?.has(userId) !== true) users.add(userId)
      changedUsers = undefined
    },
  }
}
