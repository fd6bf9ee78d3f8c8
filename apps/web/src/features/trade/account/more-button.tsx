import { Button } from '../../../ui/controls/button.tsx'

export const MoreButton = ({ isBusy, onMore }: { readonly isBusy: boolean; readonly onMore: () => void }) => (
  <div className="flex justify-center p-2">
    <Button size="sm" busy={isBusy} onClick={onMore}>
      Older
    </Button>
  </div>
)
