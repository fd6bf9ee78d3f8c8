import { userInfo } from 'node:os'

/** User name of this process; its numeric id if it has no name, as in a container. */
export function systemUserName(): string {
  try {
    return userInfo().username
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`
  }
}
