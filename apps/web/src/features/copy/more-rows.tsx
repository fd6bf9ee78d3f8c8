import { Button } from '../../ui/controls/button.tsx'

type Pages = { readonly hasNextPage: boolean; readonly isFetchingNextPage: boolean; readonly fetchNextPage: () => unknown }

export function MoreRows({ query, title }: { readonly query: Pages; readonly title: string }) {
  if (!query.hasNextPage) return null
  return (
    <div className="flex justify-center p-3">
      <Button busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
        {title}
      </Button>
    </div>
  )
}
