/** The way around: whose organization this is, every page, and who is signed in. On small screens it is a sheet. */
import { setScheme, useScheme } from '@pursestrings/ui/scheme'
import { Wordmark } from '@pursestrings/ui/Wordmark'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { NavLink, useNavigate } from 'react-router'
import { api } from '../client.ts'
import { ask } from '../palette/ask.ts'
import { isMac } from '../palette/keys.ts'
import { countText, useCount } from '../requests/use-count.ts'
import { enterOther, signOut, useSession } from '../session.ts'
import { Fault } from './Fault.tsx'
import { Icon } from './Icon.tsx'
import { Menu } from './Menu.tsx'
import { useModules, usePageGroups } from './use-service.ts'

// Whose pages these are. Whoever belongs to several organizations switches here.

const LISTED_MAX = 100

const Organization = () => {
  const { t } = useTranslation()
  const { data: session } = useSession()
  const modules = useModules()
  const enabled = session !== undefined && session !== null
  const { data: all } = useQuery({
    queryKey: ['organizations'],
    queryFn: () => api.merchants.list().toArray({ limit: LISTED_MAX }),
    enabled: enabled && modules,
  })
  const change = useMutation({
    mutationFn: (merchant_id: string) => api.merchantSessions.switch(merchant_id).then((opened) => opened),
    onSuccess: enterOther,
  })
  const merchant = session?.merchant
  const others = all?.filter(({ merchant_id }) => merchant_id !== merchant?.merchant_id) ?? []
  if (others.length === 0) {
    return (
      <p className="side-merchant">
        <Merchant name={merchant?.name ?? ''} enabled={enabled} />
      </p>
    )
  }
  return (
    <div className="side-switch">
      <Menu
        label={t('nav.switch')}
        choices={others.map(({ merchant_id, name }) => ({
          id: merchant_id,
          label: name,
          run: () => change.mutate(merchant_id),
        }))}
      >
        <span className="side-merchant">
          <Merchant name={merchant?.name ?? ''} enabled={enabled} />
        </span>
        <Icon name="choose" />
      </Menu>
      {change.error ? <Fault error={change.error} /> : null}
    </div>
  )
}

const Merchant = ({ name, enabled }: { readonly name: string; readonly enabled: boolean }) => {
  const { data: domains } = useQuery({
    queryKey: ['domains'],
    queryFn: () => api.merchantDomains.list().toArray({ limit: 100 }),
    enabled,
  })
  const proven = domains?.find(({ status }) => status === 'verified')
  return (
    <>
      <span className="side-letter" aria-hidden="true">
        {Array.from(name, (one) => one)[0]?.toUpperCase()}
      </span>
      <span>
        <b>{name}</b>
        {proven && <span className="muted side-domain">{proven.domain}</span>}
      </span>
    </>
  )
}

export const SideBar = () => {
  const { t } = useTranslation()
  const groups = usePageGroups()
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
          <Organization />
          <button type="button" className="side-search" onClick={() => ask('palette')}>
            <Icon name="search" />
            {t('palette.open')}
            <kbd aria-hidden="true">{isMac() ? '⌘ K' : 'Ctrl K'}</kbd>
          </button>
          <nav aria-label={t('nav.label')}>
            {groups.map(({ label: group, pages }) => (
              <ul key={group ?? 'first'} aria-label={group && t(group)}>
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
                    {to === '/requests' && <Waiting />}
                  </li>
                ))}
              </ul>
            ))}
          </nav>
          <div className="side-foot">
            <Account />
            <Wordmark size={18} />
          </div>
        </div>
      </details>
    </aside>
  )
}

/** How many requests are neither paid nor over, as the list's view of that name has them. */
const Waiting = () => {
  const { t } = useTranslation()
  const { data: session } = useSession()
  const count = useCount('waiting', session !== undefined && session !== null)
  if (!count?.total) return null
  const n = countText(count)
  return (
    <span className="side-count">
      <span aria-hidden="true">{n}</span>
      <span className="visually-hidden">{t('nav.waiting', { n })}</span>
    </span>
  )
}

const Account = () => {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { data: session } = useSession()
  const modules = useModules()
  const other = useScheme().shown === 'dark' ? 'light' : 'dark'
  if (!session) return null
  const email = session.account.email
  const role = t(`roles.${session.role}.name`)
  return (
    <Menu
      label={t('nav.account')}
      choices={[
        ...(modules ? [{ label: t('nav.security'), run: () => void navigate('/settings?tab=security') }] : []),
        { label: t(`nav.scheme.${other}`), run: () => setScheme(other) },
        { label: t('nav.signOut'), run: () => void signOut() },
      ]}
    >
      <span>
        <span className="side-email">{email}</span>
        <span className="muted side-role">{role}</span>
      </span>
      <Icon name="choose" />
    </Menu>
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
