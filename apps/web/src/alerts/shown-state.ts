import type { AlertRow } from '@aerie/wire/alerts/alert-rows'

/** How an alert stands on show: while all rest, none is active. */
export const shownState = ({ state }: Pick<AlertRow, 'state'>, isAllPaused: boolean): AlertRow['state'] =>
  state === 'active' && isAllPaused ? 'paused' : state
