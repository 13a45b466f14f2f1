/** The switch for push messages; absent where this browser or this service has none. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Fault } from '../frame/Fault.tsx'
import { Icon } from '../frame/Icon.tsx'
import { Switch } from '../frame/Switch.tsx'
import { NotificationsDenied, PushFailed, type PushState, readPush, switchOff, switchOn } from './push.ts'

const QUERY = ['push']

export const Notify = () => {
  const { data } = useQuery({ queryKey: QUERY, queryFn: readPush })
  return data ? <NotifySwitch state={data} /> : null
}

const NotifySwitch = ({ state: { key, on, denied } }: { readonly state: PushState }) => {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const change = useMutation({
    mutationFn: (next: boolean) => (next ? switchOn(key) : switchOff()),
    onSettled: () => queries.invalidateQueries({ queryKey: QUERY }),
  })
  const { error, isPending, variables } = change
  const words = t('settings.notifyWords')
  const blocked = denied || error instanceof NotificationsDenied
  return (
    <li>
      <div className="line">
        <Icon name="bell" />
        <Switch
          label={t('settings.notify')}
          hint={t('settings.notifyMeans', { words })}
          on={isPending ? variables : on}
          disabled={isPending || (denied && !on)}
          onChange={(next) => change.mutate(next)}
        />
      </div>
      {blocked && (
        <p className="small tone-look pad" role="status">
          {t('settings.notifyDenied')}
        </p>
      )}
      {error instanceof PushFailed && (
        <p className="small tone-stop pad" role="alert">
          {t('settings.notifyFailed')}
        </p>
      )}
      {error && !blocked && !(error instanceof PushFailed) && <Fault error={error} />}
    </li>
  )
}
