/** Keys that work, each with its last use; those that no longer do are folded away. */
import '../frame/table.css'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { queries } from '../client.ts'
import { Ago, Until } from '../frame/Ago.tsx'
import { Confirm } from '../frame/Dialog.tsx'
import { dayOf } from '../frame/day.ts'

export interface KeyRow {
  readonly id: string
  readonly name: string
  /** How the key begins and ends, to recognize it by. */
  readonly hint: string
  readonly scopes?: readonly string[]
  readonly created_at: string
  readonly last_used_at: string | null
  readonly expires_at?: string | null
  readonly ended: boolean
  readonly revoke: () => PromiseLike<unknown>
}

interface Props {
  readonly keys: readonly KeyRow[]
  readonly may: boolean
  readonly empty: ReactNode
}

export const KeyTable = ({ keys, may, empty }: Props) => {
  const { t } = useTranslation()
  const live = keys.filter(({ ended }) => !ended)
  const over = keys.filter(({ ended }) => ended)
  return (
    <>
      {live.length === 0 ? <p className="muted pad">{empty}</p> : <Table keys={live} may={may} />}
      {over.length > 0 && (
        <details className="folded">
          <summary>{t('keys.revokedOnes', { count: over.length })}</summary>
          <Table keys={over} may={false} />
        </details>
      )}
    </>
  )
}

const Table = ({ keys, may }: Pick<Props, 'keys' | 'may'>) => {
  const { t } = useTranslation()
  const scoped = keys.some(({ scopes }) => scopes !== undefined)
  return (
    <table className="table">
      <thead>
        <tr>
          <th>{t('keys.key')}</th>
          {scoped && <th>{t('keys.scopes')}</th>}
          <th>{t('keys.used')}</th>
          <th>{t(scoped ? 'keys.expires' : 'keys.created')}</th>
          {may && (
            <th>
              <span className="visually-hidden">{t('keys.actions')}</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {keys.map((key) => (
          <Row key={key.id} of={key} scoped={scoped} may={may} />
        ))}
      </tbody>
    </table>
  )
}

const Row = ({ of: key, scoped, may }: { readonly of: KeyRow; readonly scoped: boolean; readonly may: boolean }) => {
  const { t } = useTranslation()
  const [asks, setAsks] = useState(false)
  const { name } = key
  const again = () => queries.invalidateQueries({ queryKey: ['keys'] })
  return (
    <tr>
      <td>
        <span className="table-name">{name}</span>
        <span className="mono muted">{key.hint}</span>
      </td>
      {scoped && (
        <td className="mono key-scopes">
          {key.scopes?.map((scope) => (
            <span key={scope}>{scope}</span>
          ))}
        </td>
      )}
      <td data-label={t('keys.used')}>
        <Ago at={key.last_used_at} />
      </td>
      <td data-label={t(scoped ? 'keys.expires' : 'keys.created')}>
        {scoped ? <Until at={key.expires_at ?? null} /> : dayOf(key.created_at)}
      </td>
      {may && (
        <td className="is-action">
          <button
            type="button"
            className="link tone-stop"
            aria-label={t('keys.revokeOne', { name })}
            onClick={() => setAsks(true)}
          >
            {t('keys.revoke')}
          </button>
          {asks && (
            <Confirm
              title={t('keys.revokeTitle', { name })}
              verb={t('keys.revokeOne', { name })}
              run={() => key.revoke().then(again)}
              onClose={() => setAsks(false)}
            >
              <p>{t('keys.revokeLead')}</p>
            </Confirm>
          )}
        </td>
      )}
    </tr>
  )
}
