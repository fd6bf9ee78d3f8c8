import { Spinner } from './spinner.tsx'

/** While the code of a page is on its way. */
export const RouteSpinner = () => (
  <div className="flex min-h-[50dvh] items-center justify-center">
    <Spinner size="lg" label="Loading" />
  </div>
)
