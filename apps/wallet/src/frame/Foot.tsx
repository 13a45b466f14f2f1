import type { ReactNode } from 'react'

/** The buttons at the foot of a page. Two are of one size: no is as easy as yes. */
export const Foot = ({ children, stacked = false }: { readonly children: ReactNode; readonly stacked?: boolean }) => (
  <footer className="foot" data-stacked={stacked ? '' : undefined}>
    {children}
  </footer>
)
