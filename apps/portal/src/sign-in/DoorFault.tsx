import { lazy, Suspense } from 'react'

const Fault = lazy(async () => ({ default: (await import('../frame/Fault.tsx')).Fault }))

/** What failed, if anything did. */
export const DoorFault = ({ error }: { readonly error: unknown }) =>
  error ? (
    <Suspense>
      <Fault error={error} />
    </Suspense>
  ) : null
