import { Spinner } from './spinner.tsx'

export const RouteSpinner = () => (
  <div className="flex min-h-[50dvh] items-center justify-center">
    <Spinner size="lg" label="Loading" />
  </div>
)
