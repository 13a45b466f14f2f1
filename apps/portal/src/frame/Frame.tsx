/** What every page behind the session has: the ribbon, the side bar (a sheet on small screens) and its own content. */
import { Wordmark } from '@countersign/ui/Wordmark'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Navigate, NavLink, Outlet, useLocation } from 'react-router'
import { follow } from '../live/follow.ts'
import { LostBanner } from '../live/Live.tsx'
import { ask } from '../palette/ask.ts'
import { isMac } from '../palette/keys.ts'
import { Shortcuts } from '../palette/Shortcuts.tsx'
import { signOut, useEnded, useSession } from '../session.ts'
import { StepUp } from '../step-up/StepUp.tsx'
import { Fault } from './Fault.tsx'
import { Icon } from './Icon.tsx'
import { Ribbon } from './Ribbon.tsx'
import { SchemeButton } from './SchemeButton.tsx'
import { SessionEnded } from './SessionEnded.tsx'

export const Frame = () => {
  const session = useSession()
  const ended = useEnded()
  const { pathname } = useLocation()
  const merchant_id = session.data?.merchant.merchant_id
  useEffect(() => (merchant_id === undefined || ended ? undefined : follow(merchant_id)), [merchant_id, ended])
  if (session.data === null) return <Navigate to="/sign-in" state={{ from: pathname }} replace />
  return (
    <>
      <Ribbon />
      {ended ? <SessionEnded email={session.data?.account.email ?? ''} /> : <LostBanner />}
      <div className="frame">
        <SideBar
          key={pathname}
          merchant={session.data?.merchant.name ?? ''}
          email={session.data?.account.email ?? ''}
        />
        <main id="content" className="content">
          {session.error && !session.data ? (
            <Fault error={session.error} onAgain={() => void session.refetch()} />
          ) : null}
          {session.data && <Outlet key={merchant_id} />}
          <StepUp />
          <Shortcuts />
        </main>
      </div>
    </>
  )
}

const GROUPS = [
  {
    label: undefined,
    pages: [
      { to: '/', icon: 'overview', label: 'nav.overview' },
      { to: '/requests', icon: 'requests', label: 'nav.requests' },
      { to: '/agent-payments', icon: 'agentPayments', label: 'nav.agentPayments' },
    ],
  },
  {
    label: 'nav.payees',
    pages: [
      { to: '/recipients', icon: 'recipients', label: 'nav.recipients' },
      { to: '/domains', icon: 'domains', label: 'nav.domains' },
    ],
  },
  {
    label: 'nav.developers',
    pages: [
      { to: '/agents', icon: 'agents', label: 'nav.agents' },
      { to: '/policies', icon: 'policies', label: 'nav.policies' },
      { to: '/api-keys', icon: 'keys', label: 'nav.keys' },
      { to: '/webhooks', icon: 'webhooks', label: 'nav.webhooks' },
    ],
  },
  {
    label: 'nav.organization',
    pages: [
      { to: '/members', icon: 'members', label: 'nav.members' },
      { to: '/audit', icon: 'audit', label: 'nav.audit' },
      { to: '/settings', icon: 'settings', label: 'nav.settings' },
    ],
  },
] as const

const SideBar = ({ merchant, email }: { readonly merchant: string; readonly email: string }) => {
  const { t } = useTranslation()
  const sheet = useRef<HTMLDetailsElement>(null)
  useOpenOnWide(sheet)
  return (
    <aside className="side">
      <a className="skip" href="#content">
        {t('nav.skip')}
      </a>
      <details ref={sheet}>
        <summary>
          <Wordmark />
          <span className="side-menu">
            <Icon name="menu" />
            <span className="visually-hidden">{t('nav.menu')}</span>
          </span>
        </summary>
        <div className="side-body">
          <p className="side-merchant">
            <span className="side-letter" aria-hidden="true">
              {Array.from(merchant, (one) => one)[0]?.toUpperCase()}
            </span>
            <b>{merchant}</b>
          </p>
          <button type="button" className="side-search" onClick={() => ask('palette')}>
            <Icon name="search" />
            {t('palette.open')}
            <kbd aria-hidden="true">{isMac() ? '⌘ K' : 'Ctrl K'}</kbd>
          </button>
          <nav aria-label={t('nav.label')}>
            {GROUPS.map(({ label: group, pages }) => (
              <ul key={pages[0].to} aria-label={group && t(group)}>
                {group && (
                  <li className="side-group" aria-hidden="true">
                    {t(group)}
                  </li>
                )}
                {pages.map(({ to, icon, label }) => (
                  <li key={to}>
                    <NavLink to={to} end={to === '/'}>
                      <Icon name={icon} />
                      {t(label)}
                    </NavLink>
                  </li>
                ))}
              </ul>
            ))}
          </nav>
          <div className="side-foot">
            <p className="muted side-email">{email}</p>
            <SchemeButton />
            <button type="button" className="link" onClick={() => void signOut()}>
              {t('nav.signOut')}
            </button>
            <Wordmark size={18} />
          </div>
        </div>
      </details>
    </aside>
  )
}

/** Wide screens show the side bar always; on small ones it is a sheet that the page's change closes. */
const useOpenOnWide = (sheet: { readonly current: HTMLDetailsElement | null }): void => {
  useEffect(() => {
    const wide = matchMedia('(min-width: 900px)')
    const match = () => {
      if (sheet.current) sheet.current.open = wide.matches
    }
    match()
    wide.addEventListener('change', match)
    return () => wide.removeEventListener('change', match)
  }, [sheet])
}
