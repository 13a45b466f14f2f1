/** Projects, each with the keys of one program. */
import type { Project } from '@pursestrings/sdk'
import { Field } from '@pursestrings/ui/Field'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, queries } from '../client.ts'
import { Beyond } from '../frame/Beyond.tsx'
import { Dialog, DialogButtons, Rename } from '../frame/Dialog.tsx'
import { Fault } from '../frame/Fault.tsx'
import { Loading } from '../frame/Loading.tsx'
import { useServiceUrl } from '../frame/use-service.ts'
import { KeyTable } from './KeyTable.tsx'
import { NewKey } from './NewKey.tsx'

const readAll = async () => {
  const projects = await api.projects.list().toArray({ limit: 50 })
  return Promise.all(
    projects.map(async (project) => ({
      project,
      keys: await api.apiKeys.list(project.project_id).toArray({ limit: 100 }),
    })),
  )
}

export const Projects = ({ may }: { readonly may: boolean }) => {
  const { t } = useTranslation()
  const list = useQuery({ queryKey: ['keys', 'projects'], queryFn: readAll })
  if (!list.data) return <Loading of={list} />
  if (list.data.length === 0) return <p className="card pad muted">{t('keys.project.empty')}</p>
  return (
    <div className="column">
      {list.data.map(({ project, keys }) => (
        <section key={project.project_id} className="card">
          <Title project={project} may={may} />
          <KeyTable
            may={may}
            empty={t('keys.project.noKeys')}
            keys={keys.map((key) => ({
              ...key,
              id: key.api_key_id,
              hint: `svc_key_ … ${key.last_four}`,
              ended: key.revoked_at !== null,
              revoke: () => api.apiKeys.revoke(key.project_id, key.api_key_id),
            }))}
          />
        </section>
      ))}
    </div>
  )
}

const usesOf = (base_url: string, above: string) => (secret: string) => [
  { title: '.env', text: `PURSESTRINGS_API_KEY=${above}`, copies: `PURSESTRINGS_API_KEY=${secret}` },
  {
    title: 'TypeScript',
    text: `import { createProjectClient } from '@pursestrings/sdk'

const project = createProjectClient({
  base_url: '${base_url}',
  api_key: process.env.PURSESTRINGS_API_KEY ?? '',
})`,
  },
  {
    title: 'curl',
    text: `curl -H "x-svc-api-key: $PURSESTRINGS_API_KEY" ${base_url}/v1/agent-payments`,
  },
]

const Title = ({ project: { project_id, name }, may }: { readonly project: Project; readonly may: boolean }) => {
  const { t } = useTranslation()
  const base_url = useServiceUrl()
  const [asks, setAsks] = useState<'key' | 'rename'>()
  const close = () => setAsks(undefined)
  return (
    <div className="card-title card-row">
      <h2>{name}</h2>
      {may && (
        <span className="card-actions">
          <Beyond>
            <button
              type="button"
              className="link"
              aria-label={t('keys.project.renameOne', { name })}
              onClick={() => setAsks('rename')}
            >
              {t('keys.rename')}
            </button>
          </Beyond>
          <button
            type="button"
            className="button"
            data-size="small"
            aria-label={t('keys.project.createKeyIn', { name })}
            onClick={() => setAsks('key')}
          >
            {t('keys.project.createKey')}
          </button>
        </span>
      )}
      {asks === 'key' && (
        <NewKey
          title={t('keys.project.createKeyIn', { name })}
          create={(key) => api.apiKeys.create(project_id, { name: key }).then((answer) => answer)}
          uses={usesOf(base_url, t('keys.above'))}
          onClose={close}
        />
      )}
      {asks === 'rename' && (
        <Rename
          title={t('keys.project.rename')}
          name={name}
          run={(next) =>
            api.projects
              .update(project_id, { name: next })
              .then(() => queries.invalidateQueries({ queryKey: ['keys'] }))
          }
          onClose={close}
        />
      )}
    </div>
  )
}

export const NewProject = ({ onClose }: { readonly onClose: () => void }) => {
  const { t } = useTranslation()
  const [name, setName] = useState('')
  const make = useMutation({
    mutationFn: async () => api.projects.create({ name: name.trim() }),
    async onSuccess() {
      await queries.invalidateQueries({ queryKey: ['keys'] })
      onClose()
    },
  })
  return (
    <Dialog
      title={t('keys.project.create')}
      onClose={onClose}
      onSubmit={() => make.mutate()}
      foot={
        <DialogButtons onClose={onClose} disabled={make.isPending}>
          {t('keys.goProject')}
        </DialogButtons>
      }
    >
      <Field label={t('keys.name')} required maxLength={120} value={name} onChange={setName} />
      {make.error ? <Fault error={make.error} /> : null}
    </Dialog>
  )
}
