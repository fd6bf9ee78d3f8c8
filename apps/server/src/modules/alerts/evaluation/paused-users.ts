/** Users who let all of their alerts rest: as was told last, else as is stored. */
export function pausedUsers() {
  const users = new Set<string>()
  /** Who was told of while storage is read; undefined once it was. */
  let told: Set<string> | undefined = new Set()
  return {
    has: (userId: string): boolean => users.has(userId),
    tell(userId: string, isPaused: boolean): void {
      told?.add(userId)
      if (isPaused) users.add(userId)
      else users.delete(userId)
    },
    /** Takes what is stored, but for whom something newer was told. @throws what `read` throws */
    async load(read: () => Promise<readonly string[]>): Promise<void> {
      for (const userId of await read()) if (told?.has(userId) !== true) users.add(userId)
      told = undefined
    },
  }
}
