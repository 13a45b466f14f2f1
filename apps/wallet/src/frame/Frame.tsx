/** What every page of the open wallet has: the ribbon, its content, and the four tabs. A locked wallet asks to be opened. */
import { lazy, type ReactNode, Suspense, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Navigate, NavLink, Outlet } from 'react-router'
import { useSession } from '../keys/session.ts'
import { LostBanner } from '../live/LostBanner.tsx'
import { Unlock } from '../unlock/Unlock.tsx'
import { Icon, type IconName } from './Icon.tsx'
import { Ribbon } from './Ribbon.tsx'

const AutomaticBar = lazy(async () => ({
  default: (await import('../automatic/AutomaticBar.tsx')).AutomaticBar,
}))

const StopBar = lazy(async () => ({ default: (await import('../stop/StopBar.tsx')).StopBar }))

const TABS = [
  { to: '/', icon: 'inbox', label: 'tab.inbox' },
  { to: '/agents', icon: 'agents', label: 'tab.agents' },
  { to: '/activity', icon: 'activity', label: 'tab.activity' },
  { to: '/settings', icon: 'settings', label: 'tab.settings' },
] as const satisfies readonly { readonly to: string; readonly icon: IconName; readonly label: string }[]

/** What goes on while the wallet is open: the feed is followed, and what was decided is brought to its end. */
const useWork = (is_open: boolean): void =>
  useEffect(() => {
    if (!is_open) return
    let stop: (() => void) | undefined
    let is_over = false
    void import('./while-open.ts').then(({ whileOpen }) => {
      if (!is_over) stop = whileOpen()
    })
    return () => {
      is_over = true
      stop?.()
    }
  }, [is_open])

export const Frame = () => {
  const { vault, is_open } = useSession()
  useWork(is_open)
  if (!vault) return <Navigate to="/welcome" replace />
  return (
    <>
      <Ribbon />
      {is_open && <LostBanner />}
      {is_open && (
        <Suspense>
          <StopBar />
          <AutomaticBar />
        </Suspense>
      )}
      {is_open ? (
        <Outlet />
      ) : (
        <Screen>
          <Unlock />
        </Screen>
      )}
    </>
  )
}

/** An old page stays until the next one is loaded. */
const Screen = ({ children, tabs = false }: { readonly children: ReactNode; readonly tabs?: boolean }) => (
  <div className="screen" data-tabs={tabs ? '' : undefined}>
    <main id="content">
      <Suspense>{children}</Suspense>
    </main>
    {tabs && <TabBar />}
  </div>
)

export const WithTabs = () => (
  <Screen tabs>
    <Outlet />
  </Screen>
)

/** A page with buttons of its own at the foot has no tabs there. */
export const OwnFoot = () => (
  <Screen>
    <Outlet />
  </Screen>
)

const TabBar = () => {
  const { t } = useTranslation()
  return (
    <nav className="tab-bar" aria-label={t('tab.label')}>
      {TABS.map(({ to, icon, label }) => (
        <NavLink key={to} to={to} end={to === '/'}>
          <Icon name={icon} />
          {t(label)}
        </NavLink>
      ))}
    </nav>
  )
}
