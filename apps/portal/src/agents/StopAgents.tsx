/** May the agents ask at all? An owner stops all of them at once, and lets them ask again. */
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, queries } from '../client.ts'
import { Confirm } from '../frame/Dialog.tsx'
import { momentOf } from '../frame/day.ts'
import { useSession } from '../session.ts'
import { useOrganization } from '../settings/use-organization.ts'

const set = async (agents: 'active' | 'stopped'): Promise<void> => {
  await api.merchants.update('current', { agents })
  await queries.invalidateQueries()
}

export const StopAgents = () => {
  const { t } = useTranslation()
  const [asks, setAsks] = useState<'stop' | 'resume'>()
  const is_owner = useSession().data?.role === 'owner'
  const stopped_at = useOrganization().data?.merchant.agents_stopped_at
  if (stopped_at === undefined || (stopped_at === null && !is_owner)) return null
  const act = stopped_at === null ? 'stop' : 'resume'
  return (
    <section className="card pad" aria-labelledby="stop-agents">
      <h2 id="stop-agents">{t(`stopAgents.${act}.heading`)}</h2>
      <p className="muted" role="status">
        {stopped_at === null ? t('stopAgents.lead') : t('stopAgents.stopped', { when: momentOf(stopped_at) })}
      </p>
      {is_owner ? (
        <p>
          <button
            type="button"
            className="button"
            {...(act === 'stop' && { 'data-kind': 'stop' })}
            onClick={() => setAsks(act)}
          >
            {t(`stopAgents.${act}.go`)}
          </button>
        </p>
      ) : (
        <p className="muted">{t('stopAgents.ask')}</p>
      )}
      {asks && (
        <Confirm
          title={t(`stopAgents.${asks}.title`)}
          verb={t(`stopAgents.${asks}.go`)}
          run={() => set(asks === 'stop' ? 'stopped' : 'active')}
          onClose={() => setAsks(undefined)}
          kind={asks === 'stop' ? 'danger' : 'primary'}
        >
          <p>{t(`stopAgents.${asks}.means`)}</p>
        </Confirm>
      )}
    </section>
  )
}
