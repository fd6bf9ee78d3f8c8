/** Where the history covers the conversation: on a phone, and docked beside the page. As in `agent-panel.css`. */
const COVERED = '(width < 48rem), (width >= 90rem)'

/** Whether an open history has to close before the conversation can be seen. */
export const historyCoversChat = (): boolean => matchMedia(COVERED).matches
