export type MirrorNumber = 1 | 2

/** Followers open no windows, so there are never more than three. */
export const isMirrorWindow = (): boolean => typeof window !== 'undefined' && window.name.startsWith('aerie-mirror-')
