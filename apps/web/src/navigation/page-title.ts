import { useEffect } from 'react'

/** Names the page in the tab and in the history: `Trade · Aerie`. */
export const usePageTitle = (title: string): void =>
  useEffect(() => {
    document.title = `${title} · Aerie`
  }, [title])
