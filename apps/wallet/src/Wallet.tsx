/** What this browser shows: the start where it has no wallet, one question where it is locked, and its pages where it is open. */
import { lazy, Suspense, startTransition, useEffect, useState } from 'react'
import { Boundary } from './frame/Boundary.tsx'
import { Shell } from './frame/Shell.tsx'
import { PageWaits } from './frame/Skeleton.tsx'
import { useSession } from './keys/session.ts'
import { Welcome } from './welcome/Welcome.tsx'

const loadPages = () => import('./pages.tsx')
const Unlock = lazy(async () => ({ default: (await import('./unlock/Unlock.tsx')).Unlock }))
const Pages = lazy(async () => ({ default: (await loadPages()).Pages }))

export const Wallet = () => {
  const { vault, is_open } = useSession()
  const [making, setMaking] = useState(false)
  const is_near = vault !== undefined || making
  // The pages are fetched while the passphrase is typed.
  useEffect(() => {
    if (is_near) loadPages().catch(() => {})
  }, [is_near])
  const enter = (path: string): void => {
    loadPages().then(
      ({ router }) => {
        void router.navigate(path, { replace: true })
        startTransition(() => setMaking(false))
      },
      () => location.assign(path),
    )
  }
  return (
    <Boundary>
      {!vault || making ? (
        <Shell>
          <Welcome onBegin={() => setMaking(true)} onDone={enter} />
        </Shell>
      ) : is_open ? (
        <Suspense
          fallback={
            <Shell>
              <PageWaits />
            </Shell>
          }
        >
          <Pages />
        </Suspense>
      ) : (
        <Shell>
          <Suspense fallback={<PageWaits />}>
            <Unlock />
          </Suspense>
        </Shell>
      )}
    </Boundary>
  )
}
