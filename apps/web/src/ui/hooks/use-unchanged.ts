import { useState } from 'react'

/** Plain data that is made again at each rendering: the same object for as long as nothing in it differs. Functions in it do not count. */
export function useUnchanged<Data extends object>(data: Data): Data {
  const [kept, setKept] = useState(data)
  if (JSON.stringify(kept) === JSON.stringify(data)) return kept
  setKept(data)
  return data
}
