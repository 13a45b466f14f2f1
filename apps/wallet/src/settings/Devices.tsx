/** The devices of this wallet: each can be removed from any other, and a code links one more. */
import type { Device } from '@pursestrings/sdk'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { api } from '../client.ts'
import { Ask } from '../frame/Ask.tsx'
import { Fault } from '../frame/Fault.tsx'
import { Icon } from '../frame/Icon.tsx'
import { TopBar } from '../frame/TopBar.tsx'
import { openedDevice } from '../keys/session.ts'
import { ShowLinkCode } from './ShowLinkCode.tsx'

export const DEVICES = ['devices']
const LOOK_MS = 2_000

export const Devices = () => {
  const { t } = useTranslation()
  const [shows, setShows] = useState(false)
  const { data, error, refetch } = useQuery({
    queryKey: DEVICES,
    queryFn: async () => (await api().devices.list()).devices,
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
