/** Whose pages these are. Whoever belongs to several organizations switches here. */
import { useMutation, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../client.ts'
import { enterOther, useSession } from '../session.ts'
import { Fault } from './Fault.tsx'
import { Icon } from './Icon.tsx'
import { Menu } from './Menu.tsx'

const LISTED_MAX = 100

export const Organization = () => {
  const { t } = useTranslation()
  const { data: session } = useSession()
  const enabled = session !== undefined && session !== null
  const { data: all } = useQuery({
    queryKey: ['organizations'],
    queryFn: () => api.merchants.list().toArray({ limit: LISTED_MAX }),
    enabled,
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
