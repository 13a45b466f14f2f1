/** The frame of every page, while nobody knows yet what stands in it. */
import { Ribbon } from './Ribbon.tsx'
import { Skeleton } from './Skeleton.tsx'

export const Shell = () => (
  <>
    <Ribbon />
    <div className="frame">
      <div className="side side-empty" />
      <main className="content">
        <PageWaits />
      </main>
    </div>
  </>
)

export const PageWaits = () => (
  <div className="page">
    <Skeleton lines={1} />
    <Skeleton as="card" lines={8} />
  </div>
)
