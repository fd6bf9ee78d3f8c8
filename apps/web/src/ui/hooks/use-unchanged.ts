import { useState } from 'react'

/** Keeps the identity of plain data across renders until a value in it differs. Functions are ignored. */
export function useUnchanged<Data extends object>(data: Data): Data {
  const [kept, setKept] = useState(data)
  if (JSON.stringify(kept) === JSON.stringify(data)) return kept
  setKept(data)
  return data
}
