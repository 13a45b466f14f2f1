/** What every page of the open wallet has: the ribbon, what is to be said above it, its content, and the four tabs. */
import { Leaving } from '@pursestrings/ui/Skeleton'
import { type ReactNode, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { NavLink, Outlet, useNavigation } from 'react-router'
import { AutomaticBar } from '../automatic/AutomaticBar.tsx'
import { LostBanner } from '../live/LostBanner.tsx'
import { StopBar } from '../stop/StopBar.tsx'
import { Icon, type IconName } from './Icon.tsx'
import { Ribbon } from './Ribbon.tsx'

const TABS = [
  { to: '/', icon: 'inbox', label: 'tab.inbox' },
  { to: '/agents', icon: 'agents', label: 'tab.agents' },
  { to: '/activity', icon: 'activity', label: 'tab.activity' },
  { to: '/settings', icon: 'settings', label: 'tab.settings' },
] as const satisfies readonly { readonly to: string; readonly icon: IconName; readonly label: string }[]

/** What goes on while the wallet is open: the feed is followed, and what was decided is brought to its end. */
const useWork = (): void =>
  useEffect(() => {
    let stop: (() => void) | undefined
    let is_over = false
    void import('./while-open.ts').then(({ whileOpen }) => {
      if (!is_over) stop = whileOpen()
    })
    return () => {
      is_over = true
      stop?.()
    }
  }, [])

export const Frame = () => {
  const { t } = useTranslation()
  // The page before stays until the next one is loaded.
  const is_leaving = useNavigation().state === 'loading'
  useWork()
  return (
    <>
      <Ribbon />
      {is_leaving && <Leaving label={t('frame.loading')} />}
      <LostBanner />
      <StopBar />
      <AutomaticBar />
      <Outlet />
    </>
  )
}

const Screen = ({ children, tabs = false }: { readonly children: ReactNode; readonly tabs?: boolean }) => (
  <div className="screen" data-tabs={tabs ? '' : undefined}>
    <main id="content">{children}</main>
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
