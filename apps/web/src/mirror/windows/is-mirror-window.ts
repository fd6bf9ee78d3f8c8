/** The follower windows that the Mirror menu opens. */
export type MirrorNumber = 1 | 2

/** Whether this window is itself a follower: followers open no windows, so that there are never more than three. */
export const isMirrorWindow = (): boolean => typeof window !== 'undefined' && window.name.startsWith('aerie-mirror-')
