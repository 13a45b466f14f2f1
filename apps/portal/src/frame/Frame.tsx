/** What every page behind the session has: the ribbon, the side bar (a sheet on small screens) and its own content. */
import type { Merchant } from '@pursestrings/sdk'
import { Leaving } from '@pursestrings/ui/Skeleton'
import { StatusGlyph } from '@pursestrings/ui/StatusBadge'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, Outlet, useLocation, useNavigation } from 'react-router'
import { follow } from '../live/follow.ts'
import { LostBanner } from '../live/Live.tsx'
import { Shortcuts } from '../palette/Shortcuts.tsx'
import { useEnded, useSession } from '../session.ts'
import { StepUp } from '../step-up/StepUp.tsx'
import { Beyond } from './Beyond.tsx'
import { Fault } from './Fault.tsx'
import { Ribbon } from './Ribbon.tsx'
import { SessionEnded } from './SessionEnded.tsx'
import { PageWaits, Shell } from './Shell.tsx'
import { SideBar } from './SideBar.tsx'
import { useModules } from './use-service.ts'

/** An organization that is suspended says so on every page, with who can change that. */
const Suspended = ({ merchant }: { readonly merchant: Merchant }) => {
  const { t } = useTranslation()
  if (merchant.status !== 'suspended') return null
  const by = merchant.suspended_by ?? 'lapse'
  return (
    <section className="notice suspended" data-tone="look" aria-label={t('suspended.label')}>
      <StatusGlyph tone="look" glyph="alert" />
      <div>
        <p>
          <b>{t(`suspended.${by}`)}</b>
        </p>
        <p className="muted">{t('suspended.means')}</p>
      </div>
      {by === 'lapse' ? (
        <Link className="button" data-size="small" to="/domains">
          {t('suspended.prove')}
        </Link>
      ) : (
        <Beyond>
          <Link className="button" data-size="small" to="/audit">
            {t('suspended.why')}
          </Link>
        </Beyond>
      )}
    </section>
  )
}

/** The sign-in page is loaded from the server again, so that nothing of this session is left. */
const ToDoor = () => {
  useEffect(() => location.replace('/sign-in'), [])
  return <Shell />
}

export const Frame = () => {
  const { t } = useTranslation()
  const session = useSession()
  // The page before stays until the next one is loaded.
  const is_leaving = useNavigation().state === 'loading'
  const ended = useEnded()
  const { pathname } = useLocation()
  const merchant_id = session.data?.merchant.merchant_id
  const modules = useModules()
  useEffect(
    () => (merchant_id === undefined || ended || !modules ? undefined : follow(merchant_id)),
    [merchant_id, ended, modules],
  )
  if (session.data === null) return <ToDoor />
  return (
    <>
      <Ribbon />
      {is_leaving && <Leaving label={t('loading')} />}
      {ended ? (
        <SessionEnded email={session.data?.account.email ?? ''} merchant={session.data?.merchant.name ?? ''} />
      ) : (
        <LostBanner />
      )}
      <div className="frame">
        <SideBar key={pathname} />
        <main id="content" className="content" aria-busy={is_leaving}>
          {session.error && !session.data ? (
            <Fault error={session.error} onAgain={() => void session.refetch()} />
          ) : null}
          {session.data && <Suspended merchant={session.data.merchant} />}
          {session.data ? <Outlet key={merchant_id} /> : !session.error && <PageWaits />}
          <StepUp />
          <Shortcuts />
        </main>
      </div>
    </>
  )
}
