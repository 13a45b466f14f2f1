import type { ReactNode } from 'react'
import { Ribbon } from './Ribbon.tsx'

/** A screen without a frame of pages around it. */
export const Shell = ({ children }: { readonly children: ReactNode }) => (
  <>
    <Ribbon />
    <div className="screen">
      <main id="content">{children}</main>
    </div>
  </>
)
