/** Screens that are a workspace: nothing may lie over their slots. */
const WORKSPACE_PATHS: ReadonlySet<string> = new Set(['/claw/pretrade', '/claw/trade', '/mirror'])

/** Whether the screen at `pathname` is a workspace. */
export const isWorkspacePath = (pathname: string): boolean => WORKSPACE_PATHS.has(pathname)
