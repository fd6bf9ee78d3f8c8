export const MIRROR_TEXT = {
  status: {
    noLocks: 'Mirroring needs a secure address: open Aerie over https or as localhost.',
    noChannel: 'This browser does not support mirroring between windows.',
    starting: 'Mirroring is starting.',
    off: 'Mirroring is off.',
    detached: 'This window is detached.',
    layout: 'the layout',
    channel: (channel: string | number) => `channel ${channel}`,
    detachedParts: (parts: string) => `Detached in this window: ${parts}.`,
    rejoin: (detached: string) => `${detached} Rejoin to follow again.`,
    alone: 'This is the only window.',
    otherMachine: 'Another machine leads; this one follows.',
    leads: 'This window leads. The others follow it.',
    choosing: 'Choosing a leader…',
    follows: (screen: number) => `This window follows screen ${screen}.`,
  },

  blocked: {
    firefox: 'Click "Options" in the bar below the address and choose "Allow pop-ups", then try again.',
    edge: 'Click the blocked-window sign at the end of the address bar and choose "Always allow", then try again.',
    chrome: 'Click the pop-up icon at the end of the address bar and choose "Always allow pop-ups and redirects", then try again.',
    safari: 'Choose Safari > Settings > Websites > Pop-up Windows and allow this site, then try again.',
    other: 'Allow pop-ups for this site, then try again.',
    message: (how: string) => `Your browser blocked the mirror window. ${how}`,
  },
} as const
