/** Am I verified? Every domain with how it stands; the first one is added here too. */
import { Field } from '@pursestrings/ui/Field'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { api, queries } from '../client.ts'
import { Rows } from '../frame/Facts.tsx'
import { Fault } from '../frame/Fault.tsx'
import { Heading } from '../frame/Heading.tsx'
import { Loading } from '../frame/Loading.tsx'
import { domainLook } from './domain-look.ts'

export const Domains = () => {
  const { t } = useTranslation()
  const list = useQuery({ queryKey: ['domains'], queryFn: () => api.merchantDomains.list().toArray({ limit: 100 }) })
  return (
    <div className="page">
      <Heading title={t('domains.title')} />
      <Loading of={list} />
      <Rows
        rows={list.data?.map((domain) => ({
          to: `/domains/${domain.domain_id}`,
          name: domain.domain,
          look: domainLook(domain),
        }))}
      />
      <AddDomain first={list.data?.length === 0} />
    </div>
  )
}

const AddDomain = ({ first }: { readonly first: boolean }) => {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [domain, setDomain] = useState('')
  const [method, setMethod] = useState<'dns' | 'https'>('dns')
  const add = useMutation({
    mutationFn: () => api.merchantDomains.register({ domain: domain.trim(), method }).then((answer) => answer),
    onSuccess(answer) {
      void queries.invalidateQueries({ queryKey: ['domains'] })
      void navigate(`/domains/${answer.domain.domain_id}`)
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    add.mutate()
  }
  return (
    <section className="card pad">
      <h2>{t('domains.add')}</h2>
      <p className="muted">{t(first ? 'domains.empty' : 'domains.lead')}</p>
      <form className="inline-form" onSubmit={submit}>
        <Field
          label={t('domains.domain')}
          required
          maxLength={253}
          spellCheck={false}
          autoCapitalize="none"
          placeholder="shop.example"
          value={domain}
          onChange={setDomain}
        />
        <fieldset className="choice">
          <legend className="visually-hidden">{t('domains.method')}</legend>
          {(['dns', 'https'] as const).map((one) => (
            <label key={one}>
              <input type="radio" name="method" checked={method === one} onChange={() => setMethod(one)} />
              {t(`domains.methods.${one}`)}
            </label>
          ))}
        </fieldset>
        <button type="submit" className="button" data-kind="primary" disabled={add.isPending}>
          {t('domains.go')}
        </button>
      </form>
      {add.error ? <Fault error={add.error} /> : null}
    </section>
  )
}
