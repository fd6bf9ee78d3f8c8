import type { AlertRow } from '@aerie/wire/alerts/alert-rows'

export const shownState = ({ state }: Pick<AlertRow, 'state'>, isAllPaused: boolean): AlertRow['state'] =>
  state === 'active' && isAllPaused ? 'paused' : state
