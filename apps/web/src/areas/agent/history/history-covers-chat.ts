/** Widths where the history covers the conversation (phone, docked panel). Keep in sync with `agent-panel.css`. */
const COVERED = '(width < 48rem), (width >= 90rem)'

export const historyCoversChat = (): boolean => matchMedia(COVERED).matches
