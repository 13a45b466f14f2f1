/** Who is behind a domain or an address? Exact matches only; nothing can be listed. */
import { Field } from '@pursestrings/ui/Field'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import { api } from '../client.ts'
import { Fault } from '../frame/Fault.tsx'
import { Heading } from '../frame/Heading.tsx'
import { Public } from './Public.tsx'

/** An address may be one of several networks. */
const ADDRESSES = [
  { form: /^[GC][A-Z2-7]{55}$/, networks: ['stellar_public', 'stellar_testnet'] },
  { form: /^0x[0-9a-fA-F]{40}$/, networks: ['base_sepolia'] },
] as const

const find = async (wanted: string) => {
  const networks = ADDRESSES.find(({ form }) => form.test(wanted))?.networks
  if (networks === undefined) return (await api.payees.lookUp({ domain: wanted })).payees
  const found = await Promise.all(networks.map((network) => api.payees.lookUp({ network, address: wanted })))
  return found.flatMap(({ payees }) => payees)
}

export const LookUp = () => {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const look = useMutation({ mutationFn: find })
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    const wanted = typed.trim()
    if (wanted.startsWith('rcp_')) await navigate(`/payee/${wanted}`)
    else look.mutate(wanted)
  }
  return (
    <Public>
      <Heading title={t('payee.lookUp')} lead={t('payee.lookUpLead')} />
      <form className="public-form" onSubmit={(event) => void submit(event)}>
        <Field label={t('payee.wanted')} required maxLength={253} value={typed} onChange={setTyped} />
        <button type="submit" className="button" data-kind="primary" disabled={look.isPending}>
          {t('payee.go')}
        </button>
      </form>
      {look.error ? <Fault error={look.error} /> : null}
      {look.data?.length === 0 && <p role="status">{t('payee.none')}</p>}
      {look.data && look.data.length > 0 && (
        <section className="card pad">
          <h2>{t('payee.found')}</h2>
          <ul className="public-found">
            {look.data.map(({ recipient_id, name, domain }) => (
              <li key={recipient_id}>
                <Link to={`/payee/${recipient_id}`}>
                  <bdi>{name}</bdi>
                </Link>
                <bdi className="muted">{domain}</bdi>
              </li>
            ))}
          </ul>
        </section>
      )}
    </Public>
  )
}
