/** The devices of this wallet: each can be removed from any other, and a code links one more. */
import type { Device, WalletClient } from '@pursestrings/sdk'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { QrCode } from '../agents/QrCode.tsx'
import { api } from '../client.ts'
import { Left, useIsOver } from '../frame/Ago.tsx'
import { Ask } from '../frame/Ask.tsx'
import { Copy } from '../frame/Copy.tsx'
import { Fault } from '../frame/Fault.tsx'
import { Icon } from '../frame/Icon.tsx'
import { Skeleton } from '../frame/Skeleton.tsx'
import { TopBar } from '../frame/TopBar.tsx'
import { openedDevice } from '../keys/session.ts'
import type { Opener } from '../keys/vault.ts'
import { OpenerForm } from '../unlock/OpenerForm.tsx'
import { withDeviceKey } from './with-device-key.ts'

// A code for the user's other device, after the passphrase: this device's key signs for it.

type Shown = Awaited<ReturnType<WalletClient['showLinkCode']>>

const ShowLinkCode = () => {
  const { t } = useTranslation()
  const [shown, setShown] = useState<Shown>()
  const [fault, setFault] = useState<unknown>()
  const over = useIsOver(shown?.expires_at)
  const show = async (opener: Opener): Promise<void> => {
    const wallet = await withDeviceKey(opener)
    setFault(undefined)
    await wallet.showLinkCode().then(setShown, setFault)
  }
  if (!shown || over) {
    return (
      <div className="card pad stack">
        <p>{t(over ? 'devices.over' : 'devices.confirm')}</p>
        {fault ? <Fault error={fault} /> : null}
        <OpenerForm run={show} verb={t('devices.show')} />
      </div>
    )
  }
  return (
    <>
      <p>{t('devices.codeLead')}</p>
      <div className="card key-card">
        <QrCode text={shown.link_uri} label={t('devices.qr')} />
        <p className="connect-key" translate="no">
          {shown.code}
        </p>
        <p className="key-left">
          <Left until={shown.expires_at} />
          <Copy value={shown.code} what={t('devices.code')} />
        </p>
      </div>
      <p className="aside">
        <Icon name="alert" /> {t('devices.secret')}
      </p>
    </>
  )
}

export const DEVICES = ['devices']
const LOOK_MS = 2_000

export const Devices = () => {
  const { t } = useTranslation()
  const [shows, setShows] = useState(false)
  const { data, error, refetch } = useQuery({
    queryKey: DEVICES,
    queryFn: async () => (await api().devices.readCurrent()).devices,
    // While a code is shown, the other device may use it at any moment.
    refetchInterval: shows ? LOOK_MS : false,
  })
  const [before, setBefore] = useState(0)
  const linked = shows && data !== undefined && data.length > before
  return (
    <div className="page">
      <TopBar title={t('devices.title')} back="/settings" />
      <p className="lead">{t('devices.lead')}</p>
      {error && <Fault error={error} onAgain={() => void refetch()} />}
      {!data && !error && <Skeleton as="rows" lines={1} />}
      {data && <Rows devices={data} />}
      <p role="status" className="tone-proven">
        {linked ? t('devices.linked') : ''}
      </p>
      {shows && !linked ? (
        <ShowLinkCode />
      ) : (
        data && (
          <button
            type="button"
            className="button"
            data-kind="primary"
            onClick={() => {
              setBefore(data.length)
              setShows(true)
            }}
          >
            {t('devices.add')}
          </button>
        )
      )}
      {data?.length === 1 && !shows && (
        <p className="aside">
          <Icon name="info" />
          <span>
            {t('devices.other')} <Link to="/settings/link">{t('devices.enter')}</Link>
          </span>
        </p>
      )}
    </div>
  )
}

const Rows = ({ devices }: { readonly devices: readonly Device[] }) => {
  const { t } = useTranslation()
  const cache = useQueryClient()
  const [removes, setRemoves] = useState<Device>()
  const own = openedDevice().device_id
  return (
    <>
      <ul className="card rows">
        {devices.map((device) => (
          <li key={device.device_id}>
            <div className="line">
              <Icon name="phone" />
              <span className="line-words">
                {device.name}
                <span className="small muted">
                  {device.device_id === own
                    ? t('devices.this')
                    : t('devices.since', { day: new Date(device.linked_at ?? device.created_at).toLocaleDateString() })}
                </span>
              </span>
              {device.device_id !== own && (
                <button type="button" className="button" data-size="small" onClick={() => setRemoves(device)}>
                  {t('devices.remove')}
                </button>
              )}
            </div>
          </li>
        ))}
      </ul>
      {removes && (
        <Ask
          title={t('devices.removeTitle', { name: removes.name })}
          verb={t('devices.remove')}
          run={async () => {
            await api().devices.revoke(removes.device_id)
            await cache.invalidateQueries({ queryKey: DEVICES })
          }}
          onClose={() => setRemoves(undefined)}
        >
          <p className="muted">{t('devices.removeMeans')}</p>
        </Ask>
      )}
    </>
  )
}
