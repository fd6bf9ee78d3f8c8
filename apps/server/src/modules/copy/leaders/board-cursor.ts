import { notACursor } from '../../../list-page.ts'

/**
 * The last place of a page of the board: by its rank, or, behind all of those, one whom nobody has copied in this market, by age.
 * Places are named by what ranks them, not by their number: who rises or falls meanwhile moves nobody else from one page to another.
 */
export type BoardPlace =
  | { readonly result: string; readonly followers: number; readonly id: string }
  | { readonly createdAt: Date; readonly id: string }

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const RANKED = new RegExp(`^(-Infinity|-?\\d{1,30}(?:\\.\\d{1,60})?)_(\\d{1,9})_(${UUID})$`)
const YOUNGER = new RegExp(`^(\\d{1,13})_(${UUID})$`)

/** A place as `next` has it. */
export const boardCursor = (place: BoardPlace): string =>
  'result' in place ? `${place.result}_${place.followers}_${place.id}` : `${place.createdAt.getTime()}_${place.id}`

/** @throws AppError bad_input for a cursor that is none */
export function boardPlace(cursor: string): BoardPlace {
  const [, result, followers, id] = RANKED.exec(cursor) ?? []
  if (result !== undefined && id !== undefined) return { result, followers: Number(followers), id }
  const [, createdAt, youngest] = YOUNGER.exec(cursor) ?? []
  if (youngest !== undefined) return { createdAt: new Date(Number(createdAt)), id: youngest }
  throw notACursor()
}
