/** The account, what protects it, and what this wallet speaks with. */
import { AddressView } from '@pursestrings/ui/AddressView'
import { SCHEMES, setScheme, useScheme } from '@pursestrings/ui/scheme'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Ask } from '../frame/Ask.tsx'
import { Copy } from '../frame/Copy.tsx'
import { Icon, type IconName } from '../frame/Icon.tsx'
import { Switch } from '../frame/Switch.tsx'
import { TopBar } from '../frame/TopBar.tsx'
import {
  LOCK_CHOICES,
  lock,
  lockAfterMinutes,
  openedDevice,
  replaceVault,
  setLockAfter,
  useVault,
} from '../keys/session.ts'
import { withoutPasskey } from '../keys/vault.ts'
import { setSignsDecisions, signsDecisions } from '../paying/signing-side.ts'
import { settings } from '../settings.ts'
import { Notify } from './Notify.tsx'
import { RemoveWallet } from './RemoveWallet.tsx'

export const Settings = () => {
  const { t } = useTranslation()
  const vault = useVault()
  return (
    <div className="page">
      <TopBar title={t('settings.title')} />
      <section className="card pad" aria-labelledby="account">
        <h2 id="account">{t('settings.account')}</h2>
        <AddressView
          address={vault.address}
          perRow={4}
          copy={<Copy value={vault.address} what={t('settings.address')} />}
        />
        <p className="small muted">{t('settings.network')}</p>
      </section>
      <Security />
      <ThisWallet />
      <p className="small muted">{t('settings.version', { version: '0.1.0' })}</p>
    </div>
  )
}

const Security = () => {
  const { t } = useTranslation()
  const vault = useVault()
  const [minutes, setMinutes] = useState(lockAfterMinutes)
  const [signs, setSigns] = useState(signsDecisions)
  const [removes, setRemoves] = useState(false)
  return (
    <section className="group" aria-labelledby="security">
      <h2 id="security">{t('settings.security')}</h2>
      <ul className="card rows">
        <li>
          <Link className="line" to="/settings/passphrase">
            <Icon name="key" /> {t('settings.changePassphrase')} <Icon name="go" size={18} />
          </Link>
        </li>
        <li>
          {vault.passkey ? (
            <button type="button" className="line" onClick={() => setRemoves(true)}>
              <Icon name="passkey" /> {t('settings.passkey')} <span className="muted">{t('settings.on')}</span>
            </button>
          ) : (
            <Link className="line" to="/settings/passkey">
              <Icon name="passkey" /> {t('settings.passkey')} <span className="muted">{t('settings.off')}</span>
            </Link>
          )}
        </li>
        <li>
          <Link className="line" to="/settings/backup">
            <Icon name="alert" /> {t('settings.backup')}
            <b className={vault.backed_up ? 'muted' : 'tone-look'}>
              {t(vault.backed_up ? 'settings.done' : 'settings.notDone')}
            </b>
          </Link>
        </li>
        <li>
          <label className="line">
            <Icon name="clock" /> {t('settings.lockAfter')}
            <select
              className="plain-select"
              value={minutes}
              onChange={(event) => {
                setLockAfter(Number(event.target.value))
                setMinutes(lockAfterMinutes())
              }}
            >
              {LOCK_CHOICES.map((choice) => (
                <option key={choice} value={choice}>
                  {t('settings.minutes', { count: choice })}
                </option>
              ))}
            </select>
          </label>
        </li>
        <li>
          <div className="line">
            <Icon name="shield" />
            <Switch
              label={t('settings.decisions')}
              hint={t('settings.decisionsMeans')}
              on={signs}
              onChange={(on) => {
                setSignsDecisions(on)
                setSigns(on)
              }}
            />
          </div>
        </li>
        <li>
          <button type="button" className="line" onClick={() => lock()}>
            <Icon name="lock" />
            <span className="line-words">{t('settings.lockNow')}</span>
          </button>
        </li>
      </ul>
      {removes && (
        <Ask
          title={t('addPasskey.removeTitle')}
          verb={t('addPasskey.removeVerb')}
          run={() => replaceVault(withoutPasskey(vault))}
          onClose={() => setRemoves(false)}
        >
          <p className="muted">{t('addPasskey.removeMeans')}</p>
        </Ask>
      )}
    </section>
  )
}

const ThisWallet = () => {
  const { t } = useTranslation()
  const scheme = useScheme()
  const [removes, setRemoves] = useState(false)
  const installed = useQuery({ queryKey: ['settings'], queryFn: settings, staleTime: Number.POSITIVE_INFINITY })
  const hostOf = (url: string | null | undefined): string => (url ? new URL(url).host : t('settings.noLedger'))
  const { pinned_keys } = openedDevice()
  return (
    <section className="group" aria-labelledby="wallet">
      <h2 id="wallet">{t('settings.wallet')}</h2>
      <ul className="card rows">
        <li>
          <label className="line">
            <Icon name="scheme" /> {t('settings.appearance')}
            <select
              className="plain-select"
              value={scheme.kept}
              onChange={(event) => setScheme(SCHEMES.find((one) => one === event.target.value) ?? 'system')}
            >
              {SCHEMES.map((one) => (
                <option key={one} value={one}>
                  {t(`settings.${one}`)}
                </option>
              ))}
            </select>
          </label>
        </li>
        <Notify />
        <li>
          <Link className="line" to="/settings/devices">
            <Icon name="phone" /> {t('settings.devices')} <Icon name="go" size={18} />
          </Link>
        </li>
        <Told icon="globe" title={t('settings.services')}>
          <span className="small muted">
            {t('settings.servicesMeans', {
              service: hostOf(installed.data?.service_url),
              ledger: hostOf(installed.data?.ledger_url),
            })}
          </span>
        </Told>
        <Told icon="shield" title={t('settings.trusted')}>
          <span className="small muted">{t('settings.trustedMeans')}</span>
          {pinned_keys.map((key) => (
            <span key={key} className="small mono">
              {key}
            </span>
          ))}
        </Told>
        <li>
          <Link className="line" to="/receipts/check">
            <Icon name="file" /> {t('receipt.checkTitle')} <Icon name="go" size={18} />
          </Link>
        </li>
      </ul>
      <ul className="card rows">
        <li>
          <button type="button" className="line tone-stop" onClick={() => setRemoves(true)}>
            <Icon name="leave" />
            <span className="line-words">
              {t('settings.remove')}
              <span className="small muted">{t('settings.removeMeans')}</span>
            </span>
            <Icon name="go" size={18} />
          </button>
        </li>
      </ul>
      {removes && <RemoveWallet onClose={() => setRemoves(false)} />}
    </section>
  )
}

interface ToldProps {
  readonly icon: IconName
  readonly title: string
  readonly children: ReactNode
}

const Told = ({ icon, title, children }: ToldProps) => (
  <li>
    <div className="line">
      <Icon name={icon} />
      <span className="line-words">
        {title}
        {children}
      </span>
    </div>
  </li>
)
