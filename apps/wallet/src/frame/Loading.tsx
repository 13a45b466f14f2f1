/** While the answer isn't there: the shape of what comes; where it failed: what failed, and a way on. Nothing once it is there. */
import type { SkeletonShape } from '@pursestrings/ui/Skeleton'
import { Fault } from './Fault.tsx'
import { Skeleton } from './Skeleton.tsx'

interface Props {
  readonly of: { readonly data: unknown; readonly error: unknown; readonly refetch: () => unknown }
  readonly as?: SkeletonShape['as']
  readonly lines?: number
}

export const Loading = ({ of, as = 'rows', lines = 3 }: Props) => {
  if (of.error) return <Fault error={of.error} onAgain={() => void of.refetch()} />
  return of.data === undefined ? <Skeleton as={as} lines={lines} /> : null
}
